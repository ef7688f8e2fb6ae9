/** A help article's part about one system. The rest is the same for all of them. */
export interface Article {
  /** Who there can make a key. */
  who: string;
  /** How to get what you enter here, one step each. */
  keySteps: string[];
  /** What the key must be allowed to do; empty where a key can't be limited. */
  rights: string[];
  aboutRights?: string;
  /** What to enter here, by field. */
  fields: [field: string, what: string][];
  /** You can sign in there instead, where we have been set up for it. */
  oauth?: true;
  /** How we learn of changes. */
  changes: string;
  /** To set up the webhook there by hand. */
  webhookSteps?: string[];
  comesIn: string[];
  goesBack: string[];
  doesNot: string[];
  /** A message, or what people see, and what to do about it. */
  trouble: [what: string, todo: string][];
  /** Of the dialog with one field or with several; whose it is. */
  picture: 'ashby' | 'workable';
}
