/** Tells the current time; tests set it. */
export type Clock = () => Date;

export const daysAfter = (instant: Date, days: number) => new Date(instant.getTime() + days * 86_400_000);

export const daysBefore = (instant: Date, days: number) => daysAfter(instant, -days);

/** The UTC day of an instant (requirement P22), such as 2027-01-31. */
export const day = (instant: Date) => instant.toISOString().slice(0, 10);
