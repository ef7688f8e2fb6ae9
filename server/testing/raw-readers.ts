import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { mentions } from '../../contract/company-name.ts';
import { linksIn } from '../../contract/links-in.ts';
import { lintText } from '../../contract/lint/lint-text.ts';
import { readable } from '../../contract/name.ts';
import { renderTemplate } from '../../contract/render-template.ts';
import { withLinks } from '../../contract/with-links.ts';
import { parseWebhook } from '../adapters/ats/parse-webhook.ts';
import { asReply, cleanReason, waitNamed } from '../adapters/ats/read-reply.ts';
import { readMultistatus } from '../adapters/calendars/dav-xml.ts';
import { busyIn } from '../adapters/calendars/icalendar-busy.ts';
import { readJson as readCalendarJson } from '../adapters/calendars/read-reply.ts';
import { readCall as readSimulatedCall } from '../adapters/carrier/simulator/call-webhook.ts';
import { readWebhook as readSimulated, signedHeaders } from '../adapters/carrier/simulator/webhook.ts';
import { readTelnyxCall } from '../adapters/carrier/telnyx/calls.ts';
import { readTelnyxWebhook } from '../adapters/carrier/telnyx/webhook.ts';
import { readTwilioCall } from '../adapters/carrier/twilio/calls.ts';
import { readTwilioWebhook } from '../adapters/carrier/twilio/webhook.ts';
import { parseJson as parseVendorJson } from '../adapters/carrier/vendor-call.ts';
import { nearestIntent } from '../adapters/drafter/built-in/nearest-intent.ts';
import { readResponse } from '../adapters/identity/saml/document.ts';
import { readHint } from '../adapters/signals/nats/read-hint.ts';
import { MOST_BYTES as MOST_BYTES_OF_A_HINT } from '../adapters/signals/port.ts';
import { parseBoundedJson } from '../bounded-json.ts';
import { readCellHeader } from '../cells/signature.ts';
import { prefixesOf, termsOf } from '../features/candidates/search/search-terms.ts';
import { classifyInbound } from '../features/consent/rules.ts';
import { changedFacts } from '../features/drafts/changed-facts.ts';
import { readArchive } from '../features/exports/importing/archive.ts';
import { PORTABLE } from '../features/exports/nouns/nouns.ts';
import { readXlsx } from '../features/imports/reading/read-xlsx.ts';
import { readRange } from '../features/media/byte-range.ts';
import { readPage } from '../features/registration/preflight/page-text.ts';
import { normalWebAddress } from '../features/registration/preflight/web-address.ts';
import { readChoice } from '../features/scheduling/offers/read-choice.ts';
import { answerOf, asksForSomething } from '../features/texting/receiving/answers/rules.ts';
import { snippetOf, wantedOf, wordsOfText } from '../features/texting/text-index/words.ts';
import { decodeCursor } from '../http/page.ts';
import { hasCardNumber } from '../http/refuse-card-numbers.ts';
import { readSessionToken } from '../http/session-token.ts';
import { parsePresence } from '../live/presence.ts';
import { parsePhone } from '../phone.ts';
import { withoutPersonalData } from '../without-personal-data.ts';

/*
 * Everything that reads what others send, before anything is known of it. `server/raw-input.test.ts` measures how it grows and
 * `fuzz/input.ts` sends it nonsense; the former finds what is missing here.
 */

export interface RawReader {
  /** The file that has it. */
  file: string;
  read(input: string): unknown;
  /** What it is meant for; others are made of these. */
  samples: string[];
  /** It gets no more than so many characters. */
  most?: number;
  /** How it refuses. */
  refuses?: (error: unknown) => boolean;
}

const NOW = new Date('2026-06-01T12:00:00Z');
const SECRET = 'secret';
const MOST_BYTES = 1_000_000;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const TEXTS = [
  'Hi {{candidateFirstName|there}}, please call (312) 555-0101 by 3:30 PM or see https://acme.test/jobs?id=7.',
  'STOP texting me. "Reply STOP to opt out" does nothing, I already did!!! ',
  'Yes, confirmed. Thanks, Dana. ',
  '> On Monday you wrote: please stop\n\nSent from my iPhone',
  'Liked “Can you make it Tuesday at 3?”',
  'ana.park@example.com, #intro, hahahaha, s.t.o.p, k k k',
];
const isRefused = (name: string) => (error: unknown) =>
  error instanceof Error && error.constructor.name === name;

/** As the vendor would send it, whatever it says. */
const twilio = (body: string) => {
  const url = 'https://hiretext.test/webhooks/twilio/inbound';
  const form = [...new URLSearchParams(body)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join(''));
  const signature = createHmac('sha1', SECRET)
    .update(url + form.join(''))
    .digest('base64');
  return { url, headers: { 'x-twilio-signature': signature }, rawBody: Buffer.from(body) };
};
const telnyx = (body: string) => {
  const time = String(NOW.getTime() / 1000);
  const signature = sign(null, Buffer.from(`${time}|${body}`), privateKey).toString('base64');
  const headers = { 'telnyx-signature-ed25519': signature, 'telnyx-timestamp': time };
  return { url: 'https://hiretext.test/', headers, rawBody: Buffer.from(body) };
};
const simulated = (body: string) => ({
  url: 'https://hiretext.test/',
  headers: signedHeaders(SECRET, body, NOW),
  rawBody: Buffer.from(body),
});

const JSONS = [
  '{"data":{"event_type":"message.received","payload":{"id":"1","from":{"phone_number":"+13125550100"},"to":[{"phone_number":"+13125550101"}],"text":"Hi"}}}',
  '{"id":"1","from":"+13125550100","to":"+13125550101","body":"Hi \\u0000 \\ud83d","media":[],"occurredAt":"2026-06-01T12:00:00Z"}',
  '{"errors":[{"code":"10","detail":"no"}],"deep":{"a":[[[1,2.5e3,true,null]]]}}',
];
const FORMS = [
  'MessageSid=SM1&From=%2B13125550100&To=%2B13125550101&Body=Hi+%F0%9F%91%8D&NumMedia=1&MediaUrl0=https%3A%2F%2Fa.test',
];
const ICS = [
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260601T120000Z\r\nDTEND:20260601T130000Z\r\nSUMMARY:Talk\r\n with Ana\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
];
const DAV = [
  '<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>/a/</d:href><d:propstat><d:prop><d:displayname>Ana &amp; co</d:displayname></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>',
];
const SAML = [
  '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:Response>',
];
const PAGES = [
  '<!doctype html><html lang="en"><head><title>Acme</title><style>p{}</style><script>1</script></head><body><h1>Jobs</h1><p>Text <b>us</b> &amp; apply.</p><form><input type="checkbox"> <label>I agree</label><a href="/privacy">Privacy</a></form></body></html>',
];

const TIMES = [1, 2, 3].map((number) => ({
  number,
  startsAt: new Date(NOW.getTime() + number * 26 * 3600_000),
}));
const ASKED = {
  from: NOW,
  to: new Date('2026-07-01T00:00:00Z'),
  timezone: 'America/Chicago',
  mostSpans: 20_000,
};
const LINT_FACTS = {
  values: {},
  company: 'Acme',
  sender: { firstName: 'Ana', lastName: 'Park' },
  isFirst: true,
  isTemplate: false,
  domains: ['acme.test'],
  zones: { sender: 'America/New_York', candidate: ['America/Chicago'] },
  at: NOW,
};

/** A header can't hold everything. */
const headersOf = (name: string, value: string) => new Headers([[name, value.replace(/[^\x20-\x7e]/g, ' ')]]);

/** A workbook whose sheet and shared texts are what was sent. */
async function rowsOfWorkbook(xml: string): Promise<void> {
  const zip = new ZipFile();
  const parts = {
    'xl/workbook.xml': '<workbook><sheets><sheet r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="sheet.xml"/></Relationships>',
    'xl/sheet.xml': `<worksheet><sheetData>${xml}`,
    'xl/sharedStrings.xml': `<sst>${xml}`,
  };
  for (const [name, part] of Object.entries(parts))
    zip.addBuffer(Buffer.from(part), name, { compress: false });
  zip.end();
  for await (const _ of readXlsx(await buffer(zip.outputStream)));
}

/** An export whose texts are what was sent, and whose manifest says so. */
async function readExported(lines: string): Promise<void> {
  const files = PORTABLE.map(({ name }) => ({
    path: `${name}.jsonl`,
    content: Buffer.from(name === 'messages' ? `${lines}\n` : ''),
  }));
  const list = files.map(({ path, content }) => ({
    path,
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
    count: String(content).split('\n').length - 1,
  }));
  const createdAt = NOW.toISOString();
  const manifest = { version: 1, accountId: '01890000-0000-7000-8000-000000000000', createdAt, files: list };
  const zip = new ZipFile();
  for (const { path, content } of files) zip.addBuffer(content, path, { compress: false });
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json');
  zip.end();
  const archive = await readArchive(await fromBufferPromise(await buffer(zip.outputStream)));
  for (const noun of PORTABLE) for await (const _ of archive.records(noun));
}

export const rawReaders: RawReader[] = [
  {
    file: 'server/features/exports/importing/archive.ts',
    read: readExported,
    samples: ['{"id":"1","body":"Hi \\u0000","isAutomatic":false}\n', '[[[[', '{"tags":["a","b'],
    refuses: isRefused('Unreadable'),
  },
  {
    file: 'server/features/imports/reading/read-xlsx.ts',
    read: rowsOfWorkbook,
    samples: ['<row r="1"><c r="A1" t="s"><v>0</v></c></row>', '<si><r><t>rich </t></r></si>'],
    refuses: isRefused('Unreadable'),
  },
  {
    file: 'server/http/refuse-card-numbers.ts',
    read: hasCardNumber,
    samples: ['{"number":"4242 4242-4242 4243"}', '1 ', 'a@b.'],
    most: 16 * 1024,
  },
  {
    file: 'server/bounded-json.ts',
    read: (text) => parseBoundedJson(text),
    samples: JSONS,
    refuses: (error) => error instanceof SyntaxError || isRefused('TooComplex')(error),
  },
  {
    file: 'server/cells/signature.ts',
    read: readCellHeader,
    samples: [`east.1764360000000.${'A'.repeat(43)}`],
    most: 16_384,
  },
  {
    file: 'server/adapters/signals/nats/read-hint.ts',
    read: (text) => {
      const named = { subject: `hiretext.a.${text}`, data: Buffer.from(text, 'latin1') };
      const others = { subject: 'hiretext.a.presence', data: Buffer.from(text, 'latin1') };
      return [named, others].map((message) =>
        readHint({ subject: 'hiretext.a', channels: ['presence'] }, message),
      );
    },
    samples: ['presence', '{"state":"typing"}', '\u00ff\u00fe'],
  },
  {
    file: 'server/live/presence.ts',
    read: parsePresence,
    samples: [
      '{"accountId":"1","conversationId":"2","user":{"id":"3","firstName":"Ana"},"state":"typing","userIds":["3"]}',
      '[[[[',
    ],
    most: MOST_BYTES_OF_A_HINT,
  },
  { file: 'server/http/session-token.ts', read: readSessionToken, samples: ['A'.repeat(86)], most: 16_384 },
  {
    file: 'server/http/page.ts',
    read: (text) => decodeCursor(text),
    samples: ['MS4w'],
    most: 16_384,
    refuses: isRefused('Failure'),
  },
  {
    file: 'server/features/media/byte-range.ts',
    read: (text) => readRange(text, 1000),
    samples: ['bytes=0-99'],
    most: 16_384,
  },
  {
    file: 'server/phone.ts',
    read: parsePhone,
    samples: ['+1 (312) 555-0101 ext. 7', 'tel:+13125550101;phone-context=+1'],
  },
  {
    file: 'server/without-personal-data.ts',
    read: withoutPersonalData,
    samples: ['Error: "Ana" ana@acme.test https://a.test 3125550101\n    at x'],
  },
  { file: 'contract/render-template.ts', read: (text) => renderTemplate(text, {}), samples: TEXTS },
  { file: 'contract/with-links.ts', read: (text) => withLinks(text, []), samples: TEXTS },
  { file: 'contract/links-in.ts', read: linksIn, samples: TEXTS },
  {
    file: 'contract/name.ts',
    read: readable,
    samples: ['Ana\u200d Park', '\u0915\u093e\u200d\u0915', '\u0651\u200c'],
  },
  { file: 'contract/company-name.ts', read: (text) => mentions(text, 'Acme, Inc.'), samples: TEXTS },
  { file: 'contract/lint/lint-text.ts', read: (text) => lintText(text, LINT_FACTS), samples: TEXTS },
  {
    file: 'server/features/consent/rules.ts',
    read: (text) => classifyInbound(text, { optedOut: true }),
    samples: TEXTS,
  },
  {
    file: 'server/features/texting/receiving/answers/rules.ts',
    read: (text) => [answerOf(text, { isAskedToConfirm: true }), asksForSomething([text])],
    samples: TEXTS,
  },
  {
    file: 'server/features/scheduling/offers/read-choice.ts',
    read: (text) => readChoice(text, TIMES, 'America/Chicago', { isAskedSince: false }),
    samples: [...TEXTS, '2 on Tue 6/2 at 3:30 pm please'],
  },
  {
    file: 'server/features/candidates/search/search-terms.ts',
    read: prefixesOf,
    samples: ['Ana José (312) 555', 'b1 '],
    most: 100,
  },
  {
    file: 'server/features/candidates/search/search-terms.ts',
    read: (text) => termsOf({ phoneNumber: '+13125550101', firstName: text, lastName: text, email: text }),
    samples: ['Ana José'],
    most: 400,
  },
  {
    file: 'server/features/texting/text-index/words.ts',
    read: wordsOfText,
    samples: [...TEXTS, '明天面试 (312) 555-0101 👍'],
    most: 4000,
  },
  {
    file: 'server/features/texting/text-index/words.ts',
    read: (typed) => snippetOf(typed, wantedOf(typed)),
    samples: ['Ana José (312) 555', '明天面试'],
    most: 100,
  },
  {
    file: 'server/features/drafts/changed-facts.ts',
    read: (text) => changedFacts({ source: text, context: [], draft: text }),
    samples: TEXTS,
    most: 4000,
  },
  {
    file: 'server/adapters/drafter/built-in/nearest-intent.ts',
    read: nearestIntent,
    samples: TEXTS,
    most: 4000,
  },
  { file: 'server/features/registration/preflight/page-text.ts', read: readPage, samples: PAGES },
  {
    file: 'server/features/registration/preflight/web-address.ts',
    read: normalWebAddress,
    samples: ['https://Acme.test:443/a/../b?c#d', 'acme.test'],
  },
  {
    file: 'server/adapters/calendars/icalendar-busy.ts',
    read: (text) => busyIn([text], ASKED),
    samples: ICS,
    refuses: () => true,
  },
  {
    file: 'server/adapters/calendars/dav-xml.ts',
    read: (text) => readMultistatus('read', text),
    samples: DAV,
    refuses: isRefused('CalendarUnavailable'),
  },
  {
    file: 'server/adapters/calendars/read-reply.ts',
    read: (text) =>
      readCalendarJson(
        'read',
        {
          status: 200,
          headers: new Headers(),
          bytes: Buffer.from(text),
          text,
          url: new URL('https://a.test'),
        },
        z.object({ id: z.string() }),
      ),
    samples: JSONS,
    refuses: isRefused('CalendarUnavailable'),
  },
  {
    file: 'server/adapters/identity/saml/document.ts',
    read: readResponse,
    samples: SAML,
    refuses: () => true,
  },
  {
    file: 'server/adapters/ats/parse-webhook.ts',
    read: (text) => parseWebhook(Buffer.from(text), z.object({ id: z.string() })),
    samples: JSONS,
    refuses: isRefused('BadWebhook'),
  },
  {
    file: 'server/adapters/ats/read-reply.ts',
    read: (text) => [asReply(200, new Headers(), text), cleanReason(text)],
    samples: JSONS,
  },
  {
    file: 'server/adapters/ats/read-reply.ts',
    read: (text) => waitNamed(headersOf('retry-after', text), NOW),
    samples: ['120', 'Mon, 01 Jun 2026 12:00:00 GMT'],
    most: 16_384,
  },
  { file: 'server/adapters/carrier/vendor-call.ts', read: parseVendorJson, samples: JSONS },
  {
    file: 'server/adapters/carrier/simulator/webhook.ts',
    read: (text) => [
      readSimulated(SECRET, 'inbound', simulated(text), NOW),
      readSimulated(SECRET, 'status', simulated(text), NOW),
    ],
    samples: JSONS,
    most: MOST_BYTES,
  },
  {
    file: 'server/adapters/carrier/simulator/call-webhook.ts',
    read: (text) => readSimulatedCall(SECRET, 'incoming', simulated(text), NOW),
    samples: JSONS,
    most: MOST_BYTES,
  },
  {
    file: 'server/adapters/carrier/telnyx/webhook.ts',
    read: (text) => [readTelnyxWebhook(publicKey, telnyx(text), NOW)],
    samples: JSONS,
    most: MOST_BYTES,
  },
  {
    file: 'server/adapters/carrier/telnyx/calls.ts',
    read: (text) => readTelnyxCall(publicKey, 'pressed', telnyx(text), NOW),
    samples: FORMS,
    most: MOST_BYTES,
  },
  {
    file: 'server/adapters/carrier/twilio/webhook.ts',
    read: (text) => [
      readTwilioWebhook(SECRET, 'inbound', twilio(text), NOW),
      readTwilioWebhook(SECRET, 'status', twilio(text), NOW),
    ],
    samples: [...FORMS, 'a&'],
    most: MOST_BYTES,
  },
  {
    file: 'server/adapters/carrier/twilio/calls.ts',
    read: (text) => readTwilioCall(SECRET, 'pressed', twilio(text)),
    samples: FORMS,
    most: MOST_BYTES,
  },
];
