/** Ends the addresses of people in sandboxes. No mail can have it (RFC 2606), and none is tried. */
export const NO_MAIL = '@sandbox.invalid';
/** The same for services. A rule of the database knows it too. */
export const NO_MAIL_OF_SERVICE = '@service.invalid';

export const hasMailbox = (address: string): boolean =>
  ![NO_MAIL, NO_MAIL_OF_SERVICE].some((end) => address.toLowerCase().endsWith(end));
