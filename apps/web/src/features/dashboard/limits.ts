export const recentEmails = 10;
export const recentNotifications = 20;
/** Characters. */
export const notificationDescription = 100;
export const skeletonMilliseconds = 1_500;
