import { MAX, NIL } from "uuid";
// The names of messages are those of RFC 9562, version 7: in the order of the times at which they were made.

/** The name before all others. */
export const noName: string = NIL;

/** The name behind all others. */
export const lastName: string = MAX;

/** The first name that a message of this instant can have. */
export function firstName(milliseconds: number): string {
  const hex = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** When a name was made. */
export const timeOf = (name: string): Date => new Date(Number.parseInt(name.slice(0, 8) + name.slice(9, 13), 16));

export const earlier = (one: string, other: string): string => (one < other ? one : other);

export const later = (one: string, other: string): string => (one < other ? other : one);
