import { type ComponentType, useState } from "react";
import { Outlet } from "react-router-dom";
import { onDemand } from "../../onDemand.tsx";
import { isPaletteKey, OpenPalette } from "../../palette.ts";
import { dialogIsOpen } from "../../ui/dialogIsOpen.ts";
import type { Openable } from "../../ui/Openable.ts";
import { useKeydown } from "../../ui/useKeydown.ts";

const Palette = onDemand(() => import("./Palette.tsx"));

interface Props {
  /** The dialog of the page about emails. */
  CreateEmail: ComponentType<Openable>;
}

/** What is inside has a command palette, at Ctrl-K, or ⌘K. */
export default function WithPalette({ CreateEmail }: Props) {
  const [open, setOpen] = useState<"palette" | "email">();
  const show = () => setOpen("palette");

  useKeydown((event) => {
    // The first of its keys: what is typed right after them is meant for it.
    if (event.key === "Control" || event.key === "Meta") Palette.load().catch(() => {}); // reported when it is opened
    if (!isPaletteKey(event)) return;
    event.preventDefault();
    // It goes away with the keys that it came with, also while it is still on its way. It lies over no other dialog.
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
