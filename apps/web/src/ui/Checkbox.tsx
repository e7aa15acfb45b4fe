interface Props {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

export function Checkbox({ label, on, onChange }: Props) {
  return (
    <label className="flex w-fit cursor-pointer items-center gap-2.5 text-13 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={on}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  );
}
