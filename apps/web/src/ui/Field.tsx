import { type ReactNode, useId } from "react";

/** The props that a Field passes to its control. */
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
  /** Keeps the hint below an error, because the hint says how to correct it. */
  keepHint?: boolean;
  /** Beside the label; screen readers read it with the control. */
  note?: string | undefined;
  /** Beside the label, e.g. a link. */
  aside?: ReactNode;
  children: (control: Control) => ReactNode;
}

export function Field({ label, error, hint, keepHint = false, note, aside, children }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const noteId = `${id}-note`;
  const hinted = hint !== undefined && (error === undefined || keepHint);
  const described = [error !== undefined && errorId, hinted && hintId, error === undefined && note && noteId]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start items-baseline gap-y-1.5">
      <label htmlFor={id} className="justify-self-start text-13 font-medium">
        {label}
      </label>
      <div className="col-span-full">
        {children({
          id,
          "aria-invalid": error === undefined ? undefined : true,
          "aria-describedby": described || undefined,
        })}
      </div>
      {/* What is beside the label follows the control here, so that Tab reaches it after the control. */}
      {note && (
        <span id={noteId} className="col-start-2 row-start-1 pl-4 text-12 text-ink-faint tabular-nums">
          {note}
        </span>
      )}
      {aside && <div className="col-start-2 row-start-1 flex pl-4">{aside}</div>}
      {error !== undefined && (
        <p id={errorId} role="alert" className="col-span-full text-13 text-red-ink">
          {error}
        </p>
      )}
      {hinted && (
        <div id={hintId} className="col-span-full text-13 text-ink-soft">
          {hint}
        </div>
      )}
    </div>
  );
}
