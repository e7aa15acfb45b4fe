import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { iconShape } from "./iconShape.ts";
import type { Openable } from "./Openable.ts";
import { Shade } from "./Shade.tsx";
import { useModal, withoutDescription } from "./useModal.ts";

interface Props extends Openable {
  title: string;
  children: ReactNode;
}

/** A panel at the left edge, for what wider screens show at the side. */
export default function Drawer({ title, open, onOpenChange, children }: Props) {
  const modal = useModal(open);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Shade />
        <Primitive.Content
          {...modal}
          {...withoutDescription}
          className="fixed inset-y-0 left-0 z-30 flex w-72 max-w-[85vw] animate-appear flex-col border-r border-line bg-paper"
        >
          <Primitive.Title className="sr-only">{title}</Primitive.Title>
          <Primitive.Close aria-label="Close" className={iconShape("absolute top-2.5 right-2.5 z-10")}>
            <X aria-hidden="true" className="size-4" />
          </Primitive.Close>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
