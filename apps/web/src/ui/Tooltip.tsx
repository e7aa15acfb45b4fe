import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

interface Props {
  text: string;
  side?: "top" | "right" | "bottom" | "left";
  /** One element that takes a ref. */
  children: ReactNode;
}

export function Tooltip({ text, side = "bottom", children }: Props) {
  return (
    <Primitive.Provider delayDuration={400}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-40 max-w-80 animate-appear rounded-base bg-ink px-2.5 py-1.5 text-12 text-paper wrap-anywhere"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
