import { limits } from "@mayfly/contracts";
import { clsx } from "clsx";
import { type ClipboardEvent, type CSSProperties, useEffect, useRef, useState } from "react";
import type { Control } from "../../ui/Field.tsx";

const boxes = Array.from({ length: limits.otpLength }, (_, index) => index);

/** Codes in a sentence, in one piece or in two halves. */
const half = `\\d{${limits.otpLength / 2}}`;
const codes = new RegExp(`\\b${half}[\\s-]?${half}\\b`, "g");
const joined = (code: string) => code.replace(/[\s-]/g, "");

interface Props {
  control: Control;
  value: string;
  onValue: (value: string) => void;
}

/**
 * One input that looks like a box for each character. The browser itself provides caret, arrows, selection, undo, paste
 * and the phone's offer to fill in the code, and a screen reader meets one labelled field.
 */
export function OtpInput({ control, value, onValue }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  // What is selected, or where the caret stands; undefined without focus.
  const [range, setRange] = useState<readonly [start: number, end: number]>();
  // React's onSelect misses what the page itself selects, such as a code that was refused.
  useEffect(() => {
    const read = () => {
      const field = input.current;
      if (field !== null && field === document.activeElement)
        setRange([field.selectionStart ?? 0, field.selectionEnd ?? 0]);
    };
    document.addEventListener("selectionchange", read);
    return () => document.removeEventListener("selectionchange", read);
  }, []);
  const selected = range !== undefined && range[0] !== range[1];
  const isActive = (box: number) =>
    range !== undefined &&
    (!selected ? box === Math.min(range[0], limits.otpLength - 1) : box >= range[0] && box < range[1]);

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData("text");
    // If the text contains a single code, however often, takes that code.
    const [code = text, another] = new Set(text.match(codes)?.map(joined));
    const signs = joined(another === undefined ? code : text);
    // A whole code replaces the field's text; the browser inserts anything shorter at the caret.
    if (signs.length < limits.otpLength) return;
    event.preventDefault();
    onValue(signs.slice(0, limits.otpLength));
  }

  return (
    <div className="@container">
      <div className="relative overflow-clip rounded-base [--gap:0.5rem]" style={boxWidth}>
        <div aria-hidden="true" className="flex gap-(--gap)">
          {boxes.map((box) => (
            <div
              key={box}
              data-active={isActive(box)}
              className={clsx(
                "h-14 w-(--box) rounded-base border transition-colors",
                selected && isActive(box) ? "bg-accent-soft" : "bg-surface",
                isActive(box) && "outline -outline-offset-2",
                control["aria-invalid"]
                  ? "border-red outline-red"
                  : isActive(box)
                    ? "border-accent outline-accent"
                    : "border-line-input",
              )}
            />
          ))}
        </div>
        <input
          {...control}
          ref={input}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          onPaste={paste}
          onBlur={() => setRange(undefined)}
          maxLength={limits.otpLength}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          // In forced colours, the backdrop behind the text would cover the boxes.
          className="absolute inset-y-0 left-0 bg-transparent font-mono text-20 outline-none forced-color-adjust-none selection:bg-transparent forced-colors:text-[CanvasText]"
          style={inBoxes}
        />
      </div>
    </div>
  );
}

const boxWidth = { "--box": `calc((100cqw + var(--gap)) / ${limits.otpLength} - var(--gap))` } as CSSProperties;

// Centres each character in its box. The input is one box wider than the boxes, so that the caret behind the last
// character scrolls nothing.
const inBoxes: CSSProperties = {
  width: `calc(${limits.otpLength + 1} * (var(--box) + var(--gap)))`,
  paddingLeft: "calc((var(--box) - 1ch) / 2)",
  letterSpacing: "calc(var(--box) + var(--gap) - 1ch)",
};
