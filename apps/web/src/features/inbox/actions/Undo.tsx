import { useEffect, useRef } from "react";
import { TextButton } from "../../../ui/TextButton.tsx";
import { inboxTexts } from "../texts.ts";

interface Props {
  subject: string;
  onUndo: () => void;
  /** The toast has gone. */
  onGone: () => void;
}

/** In the toast that tells of a deletion: of which message, and the button that brings it back. */
export function Undo({ subject, onUndo, onGone }: Props) {
  const there = useRef(false);
  const gone = useRef(onGone);
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
      // In development, React runs an effect twice, and the toast is still there.
      queueMicrotask(() => there.current || gone.current());
    };
  }, []);
  return (
    <p className="mt-1 flex items-baseline justify-between gap-4 text-13">
      <bdi className="min-w-0 truncate text-ink-soft">{subject}</bdi>
      <TextButton onClick={onUndo}>{inboxTexts.undo}</TextButton>
    </p>
  );
}
