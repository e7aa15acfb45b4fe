import { type ReactNode, useId } from "react";

/** What a control takes from its Field. */
export interface Control {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}

interface Props {
  label: ReactNode;
  error?: string | undefined;
  /** Beside the label, e.g. a link. */
  aside?: ReactNode;
  children: (control: Control) => ReactNode;
}

export function Field({ label, error, aside, children }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="space-y-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-13 font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": error === undefined ? undefined : errorId,
      })}
      {error !== undefined && (
        <p id={errorId} role="alert" className="text-13 text-red-ink">
          {error}
        </p>
      )}
    </div>
  );
}
