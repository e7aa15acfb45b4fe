import { Switch as Primitive } from "radix-ui";

interface Props {
  /** The accessible name: what is on or off. */
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean;
  /** Takes no press for now; stays focusable, so that focus is not lost. */
  busy?: boolean;
  title?: string | undefined;
}

export function Switch({ label, on, onChange, disabled, busy = false, title }: Props) {
  return (
    <Primitive.Root
      aria-label={label}
      title={title}
      checked={on}
      onCheckedChange={(next) => !busy && onChange(next)}
      aria-disabled={busy || undefined}
      disabled={disabled}
      className="relative h-5 w-9 shrink-0 rounded-full border border-transparent bg-line-input transition-colors before:absolute before:-inset-2 pointer-coarse:before:-inset-y-3.5 disabled:cursor-default disabled:opacity-50 data-[state=checked]:bg-accent"
    >
      <Primitive.Thumb className="block size-4 translate-x-px rounded-full bg-surface transition-transform data-[state=checked]:translate-x-4.25" />
    </Primitive.Root>
  );
}
