/** Whether a dialog is open, or about to open, and gets the keys instead of the page. */
export const dialogIsOpen = () => document.querySelector('[role="dialog"], [data-opening]') !== null;
