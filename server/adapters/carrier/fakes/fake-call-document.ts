/** Reads the documents that Twilio and Telnyx are answered with, and refuses what they would refuse. */

export interface Verb {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Verb[];
}

export class DocumentRefused extends Error {}

/** Attributes of each verb and noun that we use, and where it may stand; anything else is a mistake of ours. */
const known: Record<string, { within: string[]; attributes: string[] }> = {
  Dial: {
    within: ['Response'],
    attributes: ['callerId', 'timeout', 'timeLimit', 'answerOnBridge', 'action', 'method'],
  },
  Number: { within: ['Dial'], attributes: ['url', 'method'] },
  Gather: {
    within: ['Response'],
    attributes: ['input', 'numDigits', 'timeout', 'action', 'method'],
  },
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

const numbers: Record<string, [number, number]> = {
  timeout: [1, 600],
  timeLimit: [1, 14_400],
  numDigits: [1, 100],
  maxLength: [1, 14_400],
};
const addresses = new Set(['action', 'url', 'recordingStatusCallback']);

export function readDocument(contentType: string, body: string): Verb[] {
  if (!/^(text|application)\/xml\b/.test(contentType)) throw new DocumentRefused(`12300 ${contentType}`);
  const root = parse(body);
  if (root.name !== 'Response') throw new DocumentRefused(`12100 root ${root.name}`);
  for (const verb of root.children) check(verb, 'Response');
  return root.children;
}

function check(verb: Verb, parent: string): void {
  const rule = known[verb.name];
  if (rule === undefined || !rule.within.includes(parent))
    throw new DocumentRefused(`12200 ${verb.name} in ${parent}`);
  for (const [name, value] of Object.entries(verb.attributes)) {
    if (!rule.attributes.includes(name)) throw new DocumentRefused(`12200 ${verb.name} ${name}`);
    const range = numbers[name];
    if (range && !(/^\d+$/.test(value) && Number(value) >= range[0] && Number(value) <= range[1]))
      throw new DocumentRefused(`12200 ${name}=${value}`);
    if (addresses.has(name) && !/^https?:/.test(URL.parse(value)?.protocol ?? ''))
      throw new DocumentRefused(`21502 ${name}=${value}`);
  }
  if (verb.name === 'Say' && verb.text.trim() === '') throw new DocumentRefused('13520 empty Say');
  for (const child of verb.children) check(child, verb.name);
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
