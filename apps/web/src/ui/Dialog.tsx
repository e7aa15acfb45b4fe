import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";
import { iconShape } from "./iconShape.ts";
import type { Openable } from "./Openable.ts";
import { Shade } from "./Shade.tsx";
import { useModal, withoutDescription } from "./useModal.ts";

interface Props extends Openable {
  title: string;
  /** What the dialog is about; screen readers read it with the title. */
  description?: ReactNode;
  /** For a dialog over another, which takes back the focus that autoFocus gives. */
  onOpenAutoFocus?: (event: Event) => void;
  /** Stays until a button of its own closes it, because it shows what cannot be shown again. */
  firm?: boolean;
  children: ReactNode;
}

export function Dialog({ title, description, open, onOpenChange, onOpenAutoFocus, firm = false, children }: Props) {
  const modal = useModal(open);
  const typed = useRef(false);
  useEffect(() => {
    if (open) typed.current = false;
  }, [open]);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Shade className="grid place-items-center overflow-y-auto p-4">
          <Primitive.Content
            {...modal}
            {...(description === undefined && withoutDescription)}
            onOpenAutoFocus={onOpenAutoFocus}
            onInput={() => {
              typed.current = true;
            }}
            onPointerDownOutside={(event) => {
              modal.onPointerDownOutside(event);
              // A press beside the dialog is easily made by mistake, and would lose what the user has typed.
              if (typed.current || firm) event.preventDefault();
            }}
            onEscapeKeyDown={(event) => firm && event.preventDefault()}
            className="w-full max-w-md rounded-card border border-line bg-surface p-6 shadow-lift"
          >
            <div className="mb-4 flex items-center justify-between gap-4">
              <Primitive.Title className="text-16 font-semibold">{title}</Primitive.Title>
              {!firm && (
                <Primitive.Close aria-label="Close" className={iconShape("-m-2")}>
                  <X aria-hidden="true" className="size-4" />
                </Primitive.Close>
              )}
            </div>
            {description !== undefined && (
              <Primitive.Description asChild>
                <div className="mb-5 text-ink-soft wrap-anywhere">{description}</div>
              </Primitive.Description>
            )}
            {children}
          </Primitive.Content>
        </Shade>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
