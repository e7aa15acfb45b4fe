/** Whether a dialog lies over the page, and takes its keys. */
export const dialogIsOpen = () => document.querySelector('[role="dialog"]') !== null;
