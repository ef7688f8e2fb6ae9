export interface Mail {
  /** One address, without a name. */
  to: string;
  /** One address, without a name: where an answer goes, if not to the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** What it invites to. */
  calendar?: Invitation;
}

/** Of iCalendar (RFC 5545, 5546). */
export interface Invitation {
  method: 'REQUEST' | 'CANCEL';
  content: string;
}

export type MailOutcome =
  | { outcome: 'accepted' }
  /** For good. The reason names no one: it goes into the log. */
  | { outcome: 'refused'; reason: string };

/** Takes mails to people. What it throws is a temporary fault, names no one, and the mail may be sent again. */
export interface Mailer {
  readonly name: 'smtp' | 'outbox';
  /** The same id is the same mail: sent twice, a person sees it once wherever that can be seen to. */
  send(id: string, mail: Mail): Promise<MailOutcome>;
}

export interface CheckableMailer extends Mailer {
  /** Resolves when it would take a mail now: reached, and signed in to. What it throws names no one. */
  check(): Promise<void>;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for the HTML of a mail, or of a page about it: between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

const CHARACTER = String.raw`[^\s\p{Cc}<>()[\]\\,;:"@]`;
const ADDRESS = new RegExp(`^${CHARACTER}+@${CHARACTER}+$`, 'u');

/** No list, no name, nothing that could end a line of the protocol or a header. */
export function isOneAddress(to: string): boolean {
  return ADDRESS.test(to);
}
