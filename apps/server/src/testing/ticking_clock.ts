import type { TestApp } from "./test_app.ts";

/** Has a server's clock go on by so much whenever it is read, until it is disposed. */
export function tickingClock({ clock }: Pick<TestApp, "clock">, milliseconds: number): Disposable {
  let { now } = clock;
  const set = (descriptor: PropertyDescriptor) =>
    Object.defineProperty(clock, "now", { ...descriptor, configurable: true, enumerable: true });
  set({
    get() {
      now = new Date(now.getTime() + milliseconds);
      return now;
    },
  });
  return { [Symbol.dispose]: () => void set({ value: now, writable: true }) };
}
