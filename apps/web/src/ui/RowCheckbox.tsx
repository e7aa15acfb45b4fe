import { clsx } from "clsx";

interface Props {
  /** The accessible name. */
  label: string;
  /** Mixed: some of what it stands for is chosen. */
  checked: boolean | "mixed";
  /** @param isRange whether Shift was held */
  onChange: (checked: boolean, isRange: boolean) => void;
  disabled?: boolean;
}

/** The checkbox of a row, whose name is not shown. It is as high as a line or, for fingers, as a button, and takes no more room. */
export function RowCheckbox({ label, checked, onChange, disabled = false }: Props) {
  return (
    <label className="grid h-5 w-4 shrink-0 place-items-center pointer-coarse:-mx-2.5 pointer-coarse:size-11">
      <input
        type="checkbox"
        aria-label={label}
        disabled={disabled}
        checked={checked === true}
        ref={(box) => {
          if (box !== null) box.indeterminate = checked === "mixed";
        }}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className={clsx("size-4 accent-accent pointer-coarse:size-6", disabled && "opacity-60")}
      />
    </label>
  );
}
