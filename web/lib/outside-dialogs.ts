/** A key that is pressed in a dialog, or while one opens, is about the dialog. */
export const outsideDialogs = (act: () => void) => (event: KeyboardEvent) => {
  if (document.querySelector('[aria-modal="true"]')) return;
  if (!(event.target instanceof Element) || event.target.closest('[role="dialog"]') === null) act();
};
