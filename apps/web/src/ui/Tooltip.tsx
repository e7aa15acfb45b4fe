import { cloneElement, type ReactElement, useEffect, useId, useLayoutEffect, useRef, useState } from "react";

/** Milliseconds that the pointer rests on something before its tooltip shows. */
const rest = 400;
/** Pixels to the edge of the window. */
const margin = 8;

interface Props {
  text: string;
  /** The one element that the tooltip is about. */
  children: ReactElement<{ "aria-describedby"?: string | undefined }>;
}

/** Says more about the element that the pointer rests on or that the keyboard has focused. */
export function Tooltip({ text, children }: Props) {
  const id = useId();
  const [around, setAround] = useState<DOMRect>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = around !== undefined;

  const hide = () => {
    clearTimeout(timer.current);
    setAround(undefined);
  };
  const show = (wrapper: Element) => setAround(wrapper.firstElementChild?.getBoundingClientRect());

  // A layout effect: whoever sees the tooltip can already dismiss it.
  useLayoutEffect(() => {
    if (!shown) return;
    const away = () => setAround(undefined);
    // Captures the key before all other listeners and marks it as handled, so that a dialog around the tooltip stays.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      away();
    };
    window.addEventListener("keydown", onKey, true);
    document.addEventListener("scroll", away, true);
    return () => {
      window.removeEventListener("keydown", onKey, true);
      document.removeEventListener("scroll", away, true);
    };
  }, [shown]);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Below the element, or above it where there is no room, and never out of the window. */
  function place(tip: HTMLElement | null) {
    if (tip === null || around === undefined) return;
    if (!tip.matches(":popover-open")) tip.showPopover();
    const { width, height } = tip.getBoundingClientRect();
    const top = around.bottom + height > innerHeight ? around.top - height : around.bottom;
    const left = Math.min(around.left + (around.width - width) / 2, innerWidth - margin - width);
    tip.style.inset = `${top}px auto auto ${Math.max(margin, left)}px`;
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the element inside
    <span
      className="contents"
      onPointerEnter={({ currentTarget, pointerType }) => {
        if (pointerType !== "touch") timer.current = setTimeout(() => show(currentTarget), rest);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ currentTarget, target }) => {
        if (target.matches(":focus-visible")) show(currentTarget);
      }}
      onBlur={hide}
    >
      {cloneElement(children, { "aria-describedby": shown ? id : undefined })}
      {shown && (
        // In the top layer, so that nothing clips it. The gap is its own padding, so that the pointer can cross it.
        <span ref={place} id={id} role="tooltip" popover="manual" className="max-w-80 bg-transparent py-1.5">
          <span className="block animate-appear rounded-base bg-ink px-2.5 py-1.5 text-12 text-paper wrap-anywhere">
            {text}
          </span>
        </span>
      )}
    </span>
  );
}
