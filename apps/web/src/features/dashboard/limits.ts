/** Characters. */
export const notificationDescription = 100;
export const skeletonMilliseconds = 1_500;
