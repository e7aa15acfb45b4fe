/** Whether a dialog lies over the page, or is about to, and takes its keys. */
export const dialogIsOpen = () => document.querySelector('[role="dialog"], [data-opening]') !== null;
