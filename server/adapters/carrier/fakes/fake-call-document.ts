import type { MarkupLanguage } from '../call-markup.ts';

/** Reads the documents that Twilio and Telnyx are answered with, and refuses what they would refuse. */

export interface Verb {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Verb[];
}

export class DocumentRefused extends Error {}

interface Rule {
  within: string[];
  attributes: string[];
}

/** Attributes of each verb and noun that we use, and where it is allowed; anything else is our mistake. */
const known: Record<string, Rule> = {
  Dial: {
    within: ['Response'],
    attributes: ['callerId', 'timeout', 'timeLimit', 'answerOnBridge', 'action', 'method'],
  },
  Number: { within: ['Dial'], attributes: ['url', 'method'] },
  Gather: { within: ['Response'], attributes: ['input', 'numDigits', 'timeout', 'action'] },
  Say: { within: ['Response', 'Gather'], attributes: ['language', 'voice', 'loop'] },
  Record: {
    within: ['Response'],
    attributes: [
      'action',
      'method',
      'maxLength',
      'playBeep',
      'finishOnKey',
      'recordingStatusCallback',
      'recordingStatusCallbackMethod',
    ],
  },
  Hangup: { within: ['Response'], attributes: [] },
  Reject: { within: ['Response'], attributes: ['reason'] },
};

/** What only one of the two knows (developers.telnyx.com/docs/voice/programmable-voice/texml-verbs, twilio.com/docs/voice/twiml). */
const own: Record<MarkupLanguage, Record<string, string[]>> = {
  twiml: { Gather: ['method'] },
  texml: { Record: ['channels'] },
};

const ranges: Record<MarkupLanguage, Record<string, [number, number]>> = {
  twiml: {
    'Dial timeout': [1, 600],
    'Dial timeLimit': [1, 14_400],
    'Gather timeout': [1, 600],
    'Gather numDigits': [1, 100],
    'Record maxLength': [1, 14_400],
  },
  texml: {
    'Dial timeout': [5, 120],
    'Dial timeLimit': [60, 14_400],
    'Gather timeout': [1, 120],
    'Gather numDigits': [1, 128],
    'Record maxLength': [0, 14_400],
  },
};
const addresses = new Set(['action', 'url', 'recordingStatusCallback']);

export function readDocument(contentType: string, body: string, language: MarkupLanguage): Verb[] {
  if (!/^(text|application)\/xml\b/.test(contentType)) throw new DocumentRefused(`12300 ${contentType}`);
  const root = parse(body);
  if (root.name !== 'Response') throw new DocumentRefused(`12100 root ${root.name}`);
  for (const verb of root.children) check(verb, 'Response', language);
  return root.children;
}

function check(verb: Verb, parent: string, language: MarkupLanguage): void {
  const rule = known[verb.name];
  if (rule === undefined || !rule.within.includes(parent))
    throw new DocumentRefused(`12200 ${verb.name} in ${parent}`);
  for (const [name, value] of Object.entries(verb.attributes)) {
    if (![...rule.attributes, ...(own[language][verb.name] ?? [])].includes(name))
      throw new DocumentRefused(`12200 ${verb.name} ${name}`);
    const range = ranges[language][`${verb.name} ${name}`];
    if (range && !(/^\d+$/.test(value) && Number(value) >= range[0] && Number(value) <= range[1]))
      throw new DocumentRefused(`12200 ${name}=${value}`);
    if (addresses.has(name) && !/^https?:/.test(URL.parse(value)?.protocol ?? ''))
      throw new DocumentRefused(`21502 ${name}=${value}`);
  }
  if (verb.name === 'Say' && verb.text.trim() === '') throw new DocumentRefused('13520 empty Say');
  if (verb.name === 'Say' && language === 'texml' && /\{\{/.test(verb.text))
    throw new DocumentRefused('a template');
  for (const child of verb.children) check(child, verb.name, language);
}

const TOKEN = /<\?xml [^?]*\?>|<\/(\w+)>|<(\w+)((?: \w+="[^"<]*")*)\/?>|[^<]+/y;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function parse(source: string): Verb {
  const document: Verb = { name: '', attributes: {}, text: '', children: [] };
  const open = [document];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(source);
    const current = open.at(-1);
    if (token === null || current === undefined) throw new DocumentRefused(`12100 at ${at}`);
    const [whole, closed, opened, attributes = ''] = token;
    if (closed !== undefined) {
      if (current.name !== closed) throw new DocumentRefused(`12100 ${whole}`);
      open.pop();
    } else if (opened !== undefined) {
      const verb: Verb = { name: opened, attributes: {}, text: '', children: [] };
      for (const [, name = '', value = ''] of attributes.matchAll(/ (\w+)="([^"]*)"/g))
        verb.attributes[name] = decode(value);
      current.children.push(verb);
      if (!whole.endsWith('/>')) open.push(verb);
    } else if (!whole.startsWith('<?xml')) current.text += decode(whole);
  }
  const [root, ...more] = document.children;
  if (open.length !== 1 || root === undefined || more.length > 0 || document.text.trim() !== '')
    throw new DocumentRefused('12100 not one element');
  return root;
}

function decode(text: string): string {
  if (/&(?!(amp|lt|gt|quot|apos);)/.test(text)) throw new DocumentRefused('12100 entity');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)) throw new DocumentRefused('12100 control');
  return text.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '');
}
