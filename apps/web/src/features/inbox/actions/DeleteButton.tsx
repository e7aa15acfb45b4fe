import { Trash2 } from "lucide-react";
import { iconShape } from "../../../ui/iconShape.ts";
import { Tooltip } from "../../../ui/Tooltip.tsx";
import { inboxTexts } from "../texts.ts";

interface Props {
  /** Undefined: no message is open that the user may delete. */
  onDelete: (() => void) | undefined;
  className: string;
}

/** Deletes the open message. */
export const DeleteButton = ({ onDelete, className }: Props) =>
  onDelete !== undefined && (
    <Tooltip text={`${inboxTexts.delete} (#)`}>
      <button type="button" aria-label={inboxTexts.delete} onClick={onDelete} className={iconShape(className)}>
        <Trash2 aria-hidden="true" className="size-4" />
      </button>
    </Tooltip>
  );
