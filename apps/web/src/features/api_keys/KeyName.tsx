import type { ApiKey } from "@mayfly/contracts";

/** Which key a dialog is about. */
export const KeyName = ({ row: { key_name, first } }: { row: ApiKey }) => (
  <div>
    <p className="font-medium text-ink wrap-anywhere">{key_name}</p>
    <p translate="no" className="font-mono text-13 text-ink-soft">
      {first}…
    </p>
  </div>
);
