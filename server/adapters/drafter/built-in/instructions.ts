import type { DraftRequest } from '../port.ts';
import { after, greet, inTone } from './tones.ts';

const ASKING =
  /^(?:please )?(?:ask|check|find out|see)(?: (?:her|him|them|the candidate|\p{Lu}\p{L}+))? (?:if|whether) /iu;
const ASKING_WHAT =
  /^(?:please )?(?:ask|find out)(?: (?:her|him|them|the candidate|\p{Lu}\p{L}+))? (?=(?:what|when|where|which|who|how|why)\b)/iu;
const ASKING_FOR = /^(?:please )?(?:ask|request)(?: (?:her|him|them|the candidate|\p{Lu}\p{L}+))? (?:for )/iu;
const TELLING =
  /^(?:please )?(?:tell|inform|let)(?: (?:her|him|them|the candidate|\p{Lu}\p{L}+))(?: know)?(?: that)? /iu;
const SAYING = /^(?:please )?(?:say|write|mention|explain|text)(?: that)? /i;
const REMINDING =
  /^(?:please )?remind(?: (?:her|him|them|the candidate|\p{Lu}\p{L}+))?(?: (?:that|about|of|to))? /iu;
const THANKING = /^(?:please )?thank(?: (?:her|him|them|the candidate|\p{Lu}\p{L}+))? for /iu;
const INVITING = /^(?:please )?(?:invite|schedule|set up|offer)\b/i;

/** "She" is who reads it. */
const TO_READER: [RegExp, string][] = [
  [/\b(?:is|are) (?:she|he|they|the candidate)\b/gi, 'are you'],
  [/\b(?:was|were) (?:she|he|they|the candidate)\b/gi, 'were you'],
  [/\bdoes (?:she|he|the candidate)\b/gi, 'do you'],
  [/\bhas (?:she|he|the candidate)\b/gi, 'have you'],
  [/\b(?:she|he|they|the candidate) (?:is|are)\b/gi, 'you are'],
  [/\b(?:she|he|they|the candidate) (?:was|were)\b/gi, 'you were'],
  [/\b(?:she|he|they|the candidate) has\b/gi, 'you have'],
  [/\b(?:she|he|they|the candidate) does(?:n't| not)\b/gi, "you don't"],
  [/\b(?:she|he|the candidate) (\p{L}+?)s\b(?<!\bthis)/giu, 'you $1'],
  [/\b(?:she|he|they|the candidate)\b/gi, 'you'],
  [
    /\b(?:her|his|their) (?!(?:to|for|about|in|on|at|if|that|when|what|and|or|from|with|by)\b)(?=\p{L})/giu,
    'your ',
  ],
  [/\b(?:her|him|them)\b/gi, 'you'],
];

const toReader = (text: string) => TO_READER.reduce((result, [from, to]) => result.replace(from, to), text);

const QUESTION_VERBS = /^you (are|were|can|could|will|would|should|have|may|might)\b/i;

function question(rest: string): string {
  const said = toReader(rest).replace(/[.?!]+$/, '');
  const verb = QUESTION_VERBS.exec(said);
  if (verb?.[1])
    return `${verb[1][0]?.toUpperCase()}${verb[1].slice(1).toLowerCase()} you${said.slice(verb[0].length)}?`;
  if (/^you /i.test(said)) return `Do ${said}?`;
  const [, subject = '', be = '', after = ''] = /^(.{1,40}?) (works|fits|is|are)\b(.*)$/i.exec(said) ?? [];
  if (/^(?:works|fits)$/i.test(be))
    return `Does ${subject} ${be.toLowerCase().slice(0, -1)}${after || ' for you'}?`;
  if (be) return `${be[0]?.toUpperCase()}${be.slice(1)} ${subject}${after}?`;
  return `Could you let me know if ${said}?`;
}

const sentence = (text: string) => {
  const trimmed = text.trim();
  const ended = /[.?!…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return ended[0]?.toUpperCase() + ended.slice(1);
};

/** What they asked for, said to the candidate. */
function say(instructions: string, { calendarLink }: DraftRequest): string {
  const asked = instructions.trim();
  const without = (pattern: RegExp) => (pattern.test(asked) ? asked.replace(pattern, '') : null);
  const link = calendarLink ? ` You can pick a time here: ${calendarLink}` : '';
  const what = without(ASKING);
  if (what !== null) return question(what);
  const open = without(ASKING_WHAT);
  if (open !== null) return `Could you tell me ${toReader(open).replace(/[.?!]+$/, '')}?`;
  const thing = without(ASKING_FOR);
  if (thing !== null) return `Could you please send me ${toReader(thing).replace(/[.?!]+$/, '')}?`;
  const thanks = without(THANKING);
  if (thanks !== null) return sentence(`Thank you for ${toReader(thanks)}`);
  const reminder = without(REMINDING);
  if (reminder !== null) {
    const isTo = /\bto\s*$/i.test(REMINDING.exec(asked)?.[0] ?? '');
    return sentence(
      isTo ? `A quick reminder to ${toReader(reminder)}` : `A quick reminder: ${toReader(reminder)}`,
    );
  }
  const told = without(TELLING) ?? without(SAYING);
  if (told !== null) return sentence(toReader(told));
  if (INVITING.test(asked)) return sentence(`I'd like to ${toReader(asked)}`) + link;
  return sentence(toReader(asked));
}

export function fromInstructions(instructions: string, request: DraftRequest): string {
  const { tone, version, conversation, senderFirstName, companyName } = request;
  const isFirst = conversation !== null && conversation.messages.length === 0;
  const greeting = greet(tone, conversation?.candidateFirstName ?? '{{candidate.firstName|there}}', {
    version,
  });
  const parts = [
    isFirst ? `This is ${senderFirstName}${companyName ? ` with ${companyName}` : ''}.` : '',
    inTone(say(instructions, request), tone),
    version > 0 && tone !== 'formal' ? 'Thanks!' : version > 0 ? 'Thank you.' : '',
  ];
  return after(greeting, parts.filter((part) => part !== '').join(' '));
}
