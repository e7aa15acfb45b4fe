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
  /** Below the control, unless there is an error. */
  hint?: ReactNode;
  /** Beside the label, e.g. a link. */
  aside?: ReactNode;
  children: (control: Control) => ReactNode;
}

export function Field({ label, error, hint, aside, children }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const noted = error !== undefined || hint !== undefined;
  return (
    <div className="min-w-0 space-y-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-13 font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": noted ? noteId : undefined,
      })}
      {error !== undefined ? (
        <p id={noteId} role="alert" className="text-13 text-red-ink">
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <div id={noteId} className="text-13 text-ink-soft">
            {hint}
          </div>
        )
      )}
    </div>
  );
}
