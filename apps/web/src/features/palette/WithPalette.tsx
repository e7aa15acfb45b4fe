import { type ComponentType, useState } from "react";
import { Outlet } from "react-router-dom";
import { type LoneKey, QuickActions } from "../../parts/addresses/quickActions.ts";
import { isPaletteKey, OpenPalette } from "../../parts/keys/palette.ts";
import { useEarlyKeys } from "../../parts/keys/useEarlyKeys.ts";
import { useKeys } from "../../parts/keys/useKeys.ts";
import { onDemand } from "../../parts/loading/onDemand.tsx";
import { dialogIsOpen } from "../../ui/dialogIsOpen.ts";
import type { Openable } from "../../ui/Openable.ts";
import { useKeydown } from "../../ui/useKeydown.ts";
import { useLoneKeys } from "./useLoneKeys.ts";
import { useQuickActions } from "./useQuickActions.ts";

const Palette = onDemand(() => import("./Palette.tsx"));

interface Props {
  /** The Create Email dialog of the Emails page. */
  CreateEmail: ComponentType<Openable>;
}

/** Gives the routes inside it a command palette, which Ctrl-K or ⌘K opens, and what takes a single key. */
export default function WithPalette({ CreateEmail }: Props) {
  const [open, setOpen] = useState<"palette" | "email">();
  const show = () => setOpen("palette");
  const actions = { ...useQuickActions(), createEmail: () => setOpen("email") };

  useEarlyKeys();
  useKeydown((event) => {
    // Loads the palette when its modifier is pressed, so that it is there for the text typed right after the shortcut.
    if (event.key === "Control" || event.key === "Meta") Palette.load().catch(() => {}); // reported when it is opened
    if (event.key === "Escape" && document.querySelector("[data-opening]")) setOpen(undefined);
    if (!isPaletteKey(event)) return;
    event.preventDefault();
    // The shortcut also closes the palette, even while it is still loading. It never opens over another dialog.
    if (open === "palette") setOpen(undefined);
    else if (!dialogIsOpen()) show();
  });
  const isLone = useLoneKeys();
  const once = (action: (meant: LoneKey) => void) => (event: KeyboardEvent) => {
    if (!event.repeat) action(isLone());
    return true;
  };
  useKeys([
    ["n", once(actions.newAddress)],
    ["y", once(actions.copyLatestCode)],
  ]);

  return (
    <OpenPalette value={show}>
      <QuickActions value={actions}>
        <Outlet />
        <Palette open={open === "palette"} onOpenChange={(shown) => setOpen(shown ? "palette" : undefined)} />
        <CreateEmail open={open === "email"} onOpenChange={() => setOpen(undefined)} />
      </QuickActions>
    </OpenPalette>
  );
}
