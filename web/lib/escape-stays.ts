/** For what can have the focus in a popover, so that Escape closes the popover only, and not the dialog that it is in. */
export const ESCAPE_STAYS = { 'data-mantine-stop-propagation': 'true' };
