export const inviteToastMilliseconds = 5_000;
