import { paletteKeys } from "../../parts/keys/palette.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Openable } from "../../ui/Openable.ts";

type Rows = readonly (readonly [keys: readonly string[], action: string])[];

const rowsFor = (all: boolean): Rows => [
  [["j", "↓"], "Next message"],
  [["k", "↑"], "Previous message"],
  [["Enter"], "Open the message"],
  [["Esc"], "Close the message, or leave the search"],
  [["#"], "Delete the message"],
  [["/"], "Search"],
  [["↓", "Enter"], "Go to the search results"],
  [["u"], "Next unread message"],
  [["r"], "Refresh"],
  [["c"], all ? "Copy the address that the message was sent to" : "Copy the address"],
  [["y"], "Copy the latest code"],
  [["n"], "New address"],
  [["→"], "In the address list: go to the pin"],
  [["?"], "Show these shortcuts"],
  [[paletteKeys], "Open the command palette"],
];

interface Props extends Openable {
  /** Whether the inbox is that of all addresses. */
  all: boolean;
}

export default function KeysDialog({ all, open, onOpenChange }: Props) {
  return (
    <Dialog title="Keyboard shortcuts" open={open} onOpenChange={onOpenChange}>
      <dl className="divide-y divide-line">
        {rowsFor(all).map(([keys, action]) => (
          <div key={action} className="flex items-center justify-between gap-4 py-2">
            <dt className="text-ink-soft">{action}</dt>
            <dd className="flex shrink-0 gap-1.5">
              {keys.map((key) => (
                <kbd
                  translate="no"
                  key={key}
                  className="grid h-6 min-w-6 place-items-center rounded-small border border-line bg-sunken px-1.5 font-mono text-12 whitespace-nowrap"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-13 text-ink-faint">
        Shortcuts pause while the message has the focus. Click outside it to use them again.
      </p>
    </Dialog>
  );
}
