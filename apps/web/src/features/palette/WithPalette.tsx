import { type ComponentType, useState } from "react";
import { Outlet } from "react-router-dom";
import { onDemand } from "../../parts/onDemand.tsx";
import { isPaletteKey, OpenPalette } from "../../parts/palette.ts";
import { dialogIsOpen } from "../../ui/dialogIsOpen.ts";
import type { Openable } from "../../ui/Openable.ts";
import { useKeydown } from "../../ui/useKeydown.ts";

const Palette = onDemand(() => import("./Palette.tsx"));

interface Props {
  /** The Create Email dialog of the Emails page. */
  CreateEmail: ComponentType<Openable>;
}

/** Gives the routes inside it a command palette, which Ctrl-K or ⌘K opens. */
export default function WithPalette({ CreateEmail }: Props) {
  const [open, setOpen] = useState<"palette" | "email">();
  const show = () => setOpen("palette");

  useKeydown((event) => {
    // Loads the palette when its modifier is pressed, so that it is there for the text typed right after the shortcut.
    if (event.key === "Control" || event.key === "Meta") Palette.load().catch(() => {}); // reported when it is opened
    if (!isPaletteKey(event)) return;
    event.preventDefault();
    // The shortcut also closes the palette, even while it is still loading. It never opens over another dialog.
    if (open === "palette") setOpen(undefined);
    else if (!dialogIsOpen()) show();
  });

  return (
    <OpenPalette value={show}>
      <Outlet />
      <Palette
        open={open === "palette"}
        onOpenChange={(shown) => setOpen(shown ? "palette" : undefined)}
        onCreateEmail={() => setOpen("email")}
      />
      <CreateEmail open={open === "email"} onOpenChange={() => setOpen(undefined)} />
    </OpenPalette>
  );
}
