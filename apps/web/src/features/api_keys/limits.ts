/** Days before its expiry from which on a key is shown as ending soon. */
export const soonDays = 7;
/** The lifetime that the form offers first, in days. */
export const usualDays = 90;
/** Networks of one key, and the characters of each, as the call takes them. */
export const networksMax = 20;
export const networkMax = 50;
/** Hours that the old key may work on when it is rotated, and which of them is offered first. */
export const overlapHours = [0, 1, 24] as const;
export const usualOverlapHours = 1;
