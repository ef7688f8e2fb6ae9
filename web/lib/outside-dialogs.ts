/** An open menu has the keys, too. */
const aDialog = '[aria-modal="true"], [role="menu"]';

let wasInDialog = false;

/**
 * What Escape closes is gone before the keys of the screen are asked, so what was open is noted first: this listener is
 * there before that of any dialog.
 */
window.addEventListener(
  'keydown',
  () => {
    wasInDialog = document.querySelector(aDialog) !== null;
  },
  { capture: true },
);

/** A key that is pressed in a dialog or a menu, or while one opens or closes, is about that. */
export const outsideDialogs = (act: () => void) => (event: KeyboardEvent) => {
  if (wasInDialog || document.querySelector(aDialog)) return;
  if (!(event.target instanceof Element) || event.target.closest('[role="dialog"]') === null) act();
};
