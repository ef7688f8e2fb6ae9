/** The file can't be imported, and says why in words for the person who sent it. */
export class Unreadable extends Error {}
