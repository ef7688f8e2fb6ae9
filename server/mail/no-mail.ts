/** Ends the addresses of people in sandboxes. No mail can have it (RFC 2606), and none is tried. */
export const NO_MAIL = '@sandbox.invalid';
