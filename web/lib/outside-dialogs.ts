/** A key that is pressed in a dialog is about the dialog. */
export const outsideDialogs = (act: () => void) => (event: KeyboardEvent) => {
  if (!(event.target instanceof Element) || event.target.closest('[role="dialog"]') === null) act();
};
