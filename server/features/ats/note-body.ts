/* The text of a note. */

export interface NotedText {
  direction: 'inbound' | 'outbound';
  at: Date;
  body: string;
  hasMedia: boolean;
  /** Empty: a text without a name. */
  candidate: string;
  /** The first name of who sent it, or of whose number was texted. Null: an automatic text, or no one has the number. */
  colleague: string | null;
  /** What it was read as. Null: nothing. */
  answer: 'confirmed' | 'rescheduleRequested' | null;
  /** When the interview started that it answers. */
  answeredStartsAt: Date | null;
}

interface NoteFrame {
  zone: string;
  /** YYYY-MM-DD. Null: it is about one text. */
  day: string | null;
  /** Of the conversation, in our app. */
  url: string;
  reference: string;
}

/** Pictures need a sign-in, so a note leads to the conversation. */
export function noteBody(texts: NotedText[], frame: NoteFrame): string {
  const [first] = texts;
  if (first === undefined) throw new Error('A note is about a text');
  const parts =
    frame.day === null ? alone(first, frame.zone) : [titleOf(first, frame.day), ...lines(texts, frame.zone)];
  if (texts.some((text) => text.hasMedia)) parts.push(`Attachments: ${frame.url}`);
  parts.push(`Reference: ${frame.reference}`);
  return parts.filter((part) => part !== '').join('\n\n');
}

function alone(text: NotedText, zone: string): string[] {
  const who =
    text.direction === 'outbound'
      ? `Text sent by ${colleagueOf(text)} to ${candidateOf(text)}`
      : `Text received from ${candidateOf(text)}${text.colleague === null ? '' : ` by ${text.colleague}`}`;
  return [`${who}, ${formatOf('moment', zone).format(text.at)}`, withAnswer(text.body, text, zone)];
}

function titleOf(text: NotedText, day: string): string {
  const date = formatOf('day', 'UTC').format(new Date(`${day}T00:00:00Z`));
  return `Texts with ${candidateOf(text)} on ${date}`;
}

function lines(texts: NotedText[], zone: string): string[] {
  return texts.map((text) => {
    const who = text.direction === 'outbound' ? colleagueOf(text) : candidateOf(text);
    const what = [text.body, text.hasMedia ? '(attachment)' : ''].filter((part) => part !== '').join(' ');
    return `${formatOf('time', zone).format(text.at)}, ${who}: ${withAnswer(what, text, zone)}`;
  });
}

const ANSWERS = {
  confirmed: 'confirmed the interview on',
  rescheduleRequested: 'asked for another time for the interview on',
} as const;

function withAnswer(what: string, { answer, answeredStartsAt }: NotedText, zone: string): string {
  if (answer === null || answeredStartsAt === null) return what;
  return `${what} (${ANSWERS[answer]} ${formatOf('moment', zone).format(answeredStartsAt)})`;
}

const candidateOf = ({ candidate }: NotedText) => candidate || 'the candidate';
const colleagueOf = ({ colleague }: NotedText) => colleague ?? 'Hiretext';

const SHAPES = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

function formatOf(shape: keyof typeof SHAPES, zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { ...SHAPES[shape], timeZone: zone });
}
