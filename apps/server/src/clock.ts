/** Tells the current time; tests set it. */
export type Clock = () => Date;

export const daysAfter = (instant: Date, days: number) => new Date(instant.getTime() + days * 86_400_000);

export const daysBefore = (instant: Date, days: number) => daysAfter(instant, -days);

/** Says, whenever it is asked, whether more than so much time has passed since now. */
export function timer(clock: Clock, milliseconds: number): () => boolean {
  const end = clock().getTime() + milliseconds;
  return () => clock().getTime() > end;
}

/** A time until which a call waits. */
export interface Deadline {
  isOver(): boolean;
  /** Milliseconds until then. */
  left(): number;
  /** The same, or so much time from now, where that is later. */
  orIn(milliseconds: number): Deadline;
}

/** So much time from now. */
export const deadline = (clock: Clock, milliseconds: number) => deadlineAt(clock, clock().getTime() + milliseconds);

const deadlineAt = (clock: Clock, end: number): Deadline => ({
  isOver: () => clock().getTime() > end,
  left: () => end - clock().getTime(),
  orIn: (milliseconds) => deadlineAt(clock, Math.max(end, clock().getTime() + milliseconds)),
});

/** The UTC day of an instant (requirement P22), such as 2027-01-31. */
export function day(instant: Date): string {
  const no = Math.floor(instant.getTime() / 86_400_000);
  // Asked for every message that comes.
  if (no !== last.no) last = { no, text: instant.toISOString().slice(0, 10) };
  return last.text;
}
let last = { no: Number.NaN, text: "" };
