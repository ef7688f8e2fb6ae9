import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { API_BASE } from '../../../../contract/api.ts';
import * as routes from '../../../../contract/routes.ts';
import { Scope } from '../../../../contract/scopes.ts';
import { inTransaction } from '../../../db/connection.ts';
import { DEMO_PASSWORD } from '../../../demo/people.ts';
import { seedDemo } from '../../../demo/seed-demo.ts';
import { type Exported, exportOf } from '../../../testing/account-exports.ts';
import { formOfZip, importOf } from '../../../testing/account-imports.ts';
import { giveKey } from '../../../testing/api-keys.ts';
import { everythingOf } from '../../../testing/everything-of.ts';
import type { Newcomer } from '../../../testing/people.ts';
import { candidatePhone, eventually, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createClient, refusalOf } from '../../../testing/test-client.ts';
import { sendText } from '../../../testing/texting.ts';
import { runSweepTexts } from '../../texting/sending/sweep-texts.ts';
import { changeAvatar } from '../../users/change-avatar.ts';
import { PORTABLE } from '../nouns/nouns.ts';
import { keepInParts } from '../parts.ts';
import { sweepExports } from '../sweep-exports.ts';
import { runRunAccountImport } from './run-import.ts';
import { addPart, changeImport, insertImport } from './store.ts';

/** Where the export comes from, and another Hiretext with its own database. */
let there: TestApp;
let here: TestApp;
let dana: Newcomer;
let original: Exported;
const media = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const stopper = candidatePhone();

beforeAll(async () => {
  there = await startTestApp({});
  here = await startTestApp({});
  await seedDemo(there.deps);
  const body = { email: 'dana@harborview.example', password: DEMO_PASSWORD };
  const reply = await createClient(there.url, null).call(routes.login, { body });
  const token = reply.mfaNeeded ? '' : reply.id_token;
  dana = { ...createClient(there.url, token), token };
  await addMore();
  await settle();
  original = await exportOf(dana);
});
afterAll(() => Promise.all([there.stop(), here.stop()]));

const account = async (person: Newcomer) => (await person.call(routes.getAccount, {})).id;

/** What the demo has none of. */
async function addMore(): Promise<void> {
  const { deps } = there;
  const accountId = await account(dana);
  const { rows: texts } = await deps.pool.query<{ id: string }>(
    `select id from messages where account_id = $1 and direction = 'inbound' order by id limit 1`,
    [accountId],
  );
  const id = deps.newId();
  await deps.pool.query(
    `insert into media (account_id, id, message_id, status, content_type, bytes) values ($1, $2, $3, 'stored', 'application/pdf', $4)`,
    [accountId, id, texts[0]?.id, media.length],
  );
  await deps.mediaStore.put(`${accountId}/${id}`, media);
  const { id: userId } = await dana.call(routes.getUser, {});
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } });
  await changeAvatar(deps, { accountId, userId }, await picture.png().toBuffer());
  await deps.pool.query(
    `insert into opt_outs (account_id, phone_number, source, opted_out_at) values ($1, $2, 'keyword', now())`,
    [accountId, stopper],
  );
  await deps.pool.query(
    `insert into consent_events (account_id, id, phone_number, change, source, method, wording, created_at)
     values ($1, $2, $3, 'optedOut', 'keyword', 'text', 'STOP – bitte, \u2028 danke', now())`,
    [accountId, deps.newId(), stopper],
  );
}

/** As if nothing were on its way: what is, doesn't come along as it is. */
async function settle(): Promise<void> {
  const accountId = await account(dana);
  for (const statement of [
    `update messages set status = 'canceled' where status in ('scheduled', 'queued', 'sending') and account_id = $1`,
    `update time_offers set status = 'withdrawn' where status in ('open', 'booking', 'needsPerson') and account_id = $1`,
    `update broadcasts set status = 'canceled', finished_at = now(), trial_over = true where account_id = $1`,
    `update broadcast_recipients set outcome = 'canceled' where outcome = 'waiting' and account_id = $1`,
    `update media set status = 'refused' where status = 'pending' and account_id = $1`,
  ])
    await there.deps.pool.query(statement, [accountId]);
}

const hashOf = ({ manifest }: Exported, path: string) =>
  manifest.files.find((file) => file.path === path)?.sha256;
/** The account that imports has some of these itself. */
const WITH_OWN = ['people', 'seats', 'numbers'];

/** The same export with other files. */
async function repacked(change: (files: Map<string, Buffer>) => void, compress = true): Promise<Buffer> {
  const files = new Map(original.files);
  change(files);
  const zip = new ZipFile();
  for (const [path, content] of files) zip.addBuffer(content, path, { compress });
  zip.end();
  return buffer(zip.outputStream);
}

/** Whose manifest says what is in it. */
function forged(path: string, change: (text: string) => string): Promise<Buffer> {
  return repacked((files) => {
    const content = Buffer.from(change(String(files.get(path))));
    files.set(path, content);
    const list = original.manifest.files.map((file) =>
      file.path === path
        ? {
            ...file,
            bytes: content.length,
            sha256: createHash('sha256').update(content).digest('hex'),
            count: String(content).split('\n').length - 1,
          }
        : file,
    );
    files.set('manifest.json', Buffer.from(JSON.stringify({ ...original.manifest, files: list })));
  });
}

describe('an export that is imported into another Hiretext', () => {
  let eve: Newcomer;
  let second: Exported;
  let accountId: string;
  const count = async (statement: string) =>
    (await here.deps.pool.query<{ n: number }>(`select count(*)::int as n from ${statement}`, [accountId]))
      .rows[0]?.n;

  beforeAll(async () => {
    eve = await here.signUpOnly();
    accountId = await account(eve);
    const done = await importOf(eve, original.zip);
    expect(done).toMatchObject({ status: 'done', progress: 100, reason: null });
    second = await exportOf(eve);
  });

  it('is the same when it is exported again, hash by hash', () => {
    const same = PORTABLE.filter(({ name }) => !WITH_OWN.includes(name));
    expect(same.length).toBeGreaterThan(20);
    for (const { name } of same)
      for (const path of [`${name}.jsonl`, `csv/${name}.csv`])
        expect([path, hashOf(second, path)]).toEqual([path, hashOf(original, path)]);
    const files = (of: Exported) => of.manifest.files.filter(({ path }) => path.startsWith('media/'));
    expect(files(second)).toEqual(files(original));
    expect(files(second)).toHaveLength(2);
    for (const name of WITH_OWN)
      expect(second.records(name)).toEqual(expect.arrayContaining(original.records(name)));
    for (const name of [
      'messages',
      'candidates',
      'conversations',
      'templates',
      'jobs',
      'interviews',
      'automations',
    ])
      expect(original.records(name).length, name).toBeGreaterThan(0);
  });

  it('has people as former members, whom no one pays for, and numbers as history', async () => {
    expect(await count(`logins where account_id = $1`)).toBe(1);
    expect(await count(`users where account_id = $1 and deactivated_at is null`)).toBe(1);
    const members = await eve.call(routes.getFormerMembers, {});
    expect(members.length).toBe(original.records('people').length);
    expect((await eve.call(routes.getAccount, {})).seats.total).toBeLessThanOrEqual(1);
    expect(await count(`numbers where account_id = $1 and released_at is null`)).toBe(0);
    expect(await count(`number_directory where account_id = $1`)).toBe(0);
  });

  it('has the pictures of people', async () => {
    const { rows } = await here.deps.pool.query(
      'select avatar_id as id from users where account_id = $1 and avatar_id is not null',
      [accountId],
    );
    const content = await here.deps.mediaStore.get(`${accountId}/${rows[0]?.id}`);
    const { format, width } = await sharp(content ? await buffer(content.stream) : Buffer.of()).metadata();
    expect([rows.length, format, width]).toEqual([1, 'webp', 256]);
  });

  it('raises nothing: no event, no text, no mail, no notification, no plan', async () => {
    for (const table of [
      'events',
      'new_events',
      'live_events',
      'notifications',
      'planned_texts',
      'invitations',
    ])
      expect([table, await count(`${table} where account_id = $1`)]).toEqual([table, 0]);
    expect(
      await count(`messages where account_id = $1 and status in ('scheduled', 'queued', 'sending')`),
    ).toBe(0);
    expect(await count(`automations where account_id = $1 and enabled`)).toBe(0);
    expect(here.twilio.state.messages).toEqual([]);
  });

  it('counts opt-outs at once, with their history, and sends nothing to them or from its numbers', async () => {
    const { items } = await eve.call(routes.listConsents, { query: { phoneNumber: stopper } });
    expect(items).toMatchObject([{ type: 'revoked', source: 'keyword' }]);
    const [conversation] = (
      await eve.call(routes.listConversations, { query: { filter: 'all', assignee: 'all' } })
    ).items;
    const sendability = await eve.call(routes.getSendability, { params: { id: conversation?.id ?? '' } });
    expect(sendability).toMatchObject({ canTextNow: false });
    expect(sendability.reasons).toContain('no_number');
  });

  it('is found, counted and in the log', async () => {
    const { items: log } = await eve.call(routes.listAuditEvents, {});
    expect(log.map(({ action }) => action)).toContain('account.imported');
    const [first] = original.records('candidates');
    const found = await eve.call(routes.listCandidates, { query: { search: String(first?.firstName) } });
    expect(found.items.map(({ id }) => id)).toContain(first?.id);
    await eventually(async () =>
      expect(await count(`message_search where account_id = $1`)).toBeGreaterThan(0),
    );
    await eventually(async () => expect(await count(`text_facts where account_id = $1`)).toBeGreaterThan(0));
  });

  it('can be imported only once, and its file is not kept', async () => {
    expect(await eve.call(routes.listAccountImports, {})).toMatchObject({ canStart: false });
    expect(await eve.refusal(routes.startAccountImport, { body: formOfZip(original.zip) } as never)).toBe(
      '409 account_not_empty',
    );
    const { rows } = await here.deps.pool.query(`select parts from account_imports where account_id = $1`, [
      accountId,
    ]);
    expect(rows).toEqual([{ parts: [] }]);
  });
});

/** As many different words as an import takes in a text. */
const ideographs = Array.from({ length: 50_000 }, (_, index) =>
  String.fromCodePoint(0x4e00 + (index % 200), 0x4e00 + Math.floor(index / 200)),
)
  .join('')
  .slice(0, 50_000);
const withBody = (text: string, body: string) => text.replace(/"body":"[^"]+"/, `"body":"${body}"`);

it('finds the text with the most words that it takes, and those of other accounts', async () => {
  const eve = await here.signUpOnly();
  const zip = await forged('messages.jsonl', (text) => withBody(text, ideographs));
  expect(await importOf(eve, zip)).toMatchObject({ status: 'done' });
  await eventually(async () => {
    const { rows } = await here.deps.pool.query('select 1 from search_backfills');
    expect(rows).toEqual([]);
  });
});

describe('a file that is no such export', () => {
  let eve: Newcomer;
  let before: unknown;
  const everything = async () => {
    const { account_imports: _imports, ...rest } = await everythingOf(here, await account(eve));
    return rest;
  };
  beforeEach(async () => {
    eve = await here.signUpOnly();
    before = await everything();
  });

  const bomb = async () => repacked((files) => files.set('csv/messages.csv', Buffer.alloc(20_000_000, 'a')));
  const small = Buffer.alloc(9_900_000, 'a');
  const bombs = async () =>
    repacked((files) => {
      for (const { name } of PORTABLE) files.set(`csv/${name}.csv`, small);
    });
  it.each<[string, () => Promise<Buffer>, RegExp]>([
    ['is no ZIP', async () => Buffer.from('%PDF-1.7 and more'), /isn't a ZIP/],
    ['is nothing', async () => Buffer.alloc(0), /isn't a ZIP/],
    ['was cut off', async () => original.zip.subarray(0, original.zip.length / 2), /isn't a ZIP/],
    [
      'has a text that was changed',
      () =>
        repacked((files) =>
          files.set('messages.jsonl', Buffer.from(sameLength(String(files.get('messages.jsonl'))))),
        ),
      /messages\.jsonl was changed/,
    ],
    [
      'has media that were changed',
      () =>
        repacked((files) => {
          const [path = ''] = [...files].find(([, content]) => content.equals(media)) ?? [];
          files.set(path, Buffer.from(String(media).replace('1 0 obj', '2 0 obj')));
        }),
      /was changed/,
    ],
    ['has one file more', () => repacked((files) => files.set('more.txt', Buffer.from('hi'))), /damaged/],
    ['has one file less', () => repacked((files) => files.delete('notes.jsonl')), /damaged/],
    ['has no manifest', () => repacked((files) => files.delete('manifest.json')), /damaged/],
    ['leads out of its folder', () => repacked((files) => files.set('media/x', Buffer.from('x'))), /damaged/],
    ['unpacks to far more', bomb, /too large/],
    ['unpacks to far more, each file to a little', bombs, /too large/],
    [
      'is of another version',
      () =>
        repacked((files) =>
          files.set('manifest.json', Buffer.from(JSON.stringify({ ...original.manifest, version: 2 }))),
        ),
      /version 2/,
    ],
    [
      'has another field',
      () => forged('people.jsonl', (text) => text.replaceAll('{"id"', '{"passwordHash":1,"id"')),
      /unknown field/,
    ],
    [
      'has a line that is no JSON',
      () => forged('messages.jsonl', (text) => `nonsense\n${text}`),
      /no record/,
    ],
    [
      'has a phone number that is none',
      () => forged('optOuts.jsonl', (text) => text.replace('"+1', '"1')),
      /phoneNumber/,
    ],
    [
      'has records without those they refer to',
      () => forged('candidates.jsonl', () => ''),
      /don't fit together/,
    ],
    [
      'has a record twice',
      () => forged('candidates.jsonl', (text) => `${text}${text.split('\n')[0]}\n`),
      /don't fit together/,
    ],
    [
      'has a status that there is not',
      () => forged('messages.jsonl', (text) => text.replace('"delivered"', '"flown"')),
      /don't fit/,
    ],
    [
      'has a time that never ends',
      () => forged('messages.jsonl', (text) => text.replace(/"createdAt":"[^"]+"/, '"createdAt":"infinity"')),
      /createdAt/,
    ],
    [
      'has a time that no clock knows',
      () =>
        forged('interviews.jsonl', (text) =>
          text.replace(/"updatedAt":"[^"]+"/, '"updatedAt":"290000-01-01T00:00:00Z"'),
        ),
      /updatedAt/,
    ],
    [
      'has a timezone that there is not',
      () => forged('people.jsonl', (text) => text.replace(/"timezone":"[^"]+"/, '"timezone":"Mars/Phobos"')),
      /timezone/,
    ],
    [
      'has a text with more words than the search takes',
      () => forged('messages.jsonl', (text) => withBody(text, `${ideographs} and one more`)),
      /body/,
    ],
    [
      'has working hours that are none',
      () => {
        const hours = { userId: original.records('people')[0]?.id, days: 'all' };
        return forged('workingHours.jsonl', (text) => `${text}${JSON.stringify(hours)}\n`);
      },
      /days/,
    ],
    [
      'has media of another kind',
      () => forged('media.jsonl', (text) => text.replace('application/pdf', 'image/png')),
      /isn't what/,
    ],
    [
      'has a picture of a person that is none',
      () => {
        const [attached] = original.records('media').filter(({ bytes }) => bytes === media.length);
        return forged('people.jsonl', (text) =>
          text.replace(/"avatarId":"[^"]+"/, `"avatarId":"${attached?.id}"`),
        );
      },
      /isn't what/,
    ],
  ])('%s: nothing is imported, and it says why', async (_, make, reason) => {
    const { status, reason: said } = await importOf(eve, await make());
    expect([status, said]).toEqual(['failed', expect.stringMatching(reason)]);
    expect(await everything()).toEqual(before);
  });

  it('is refused where there is something already, and for anyone but an admin', async () => {
    const full = await here.signUp();
    const cem = await here.addColleague(full);
    const body = formOfZip(original.zip);
    expect(refusalOf(await cem.ask(routes.startAccountImport, { body }))).toBe('403 forbidden');
    await sendText(full, candidatePhone(), 'Hi');
    expect(refusalOf(await full.ask(routes.startAccountImport, { body }))).toBe('409 account_not_empty');
    const key = await giveKey(here, full, { scopes: Scope.options });
    expect(refusalOf(await key.ask(routes.startAccountImport, { body }))).toBe('403 not_for_keys');
    const form = new FormData();
    form.append('note', 'no file');
    expect(refusalOf(await eve.ask(routes.startAccountImport, { body: form }))).toBe('422 invalid');
    const broken = await fetch(`${here.url}${API_BASE}/imports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${eve.token}`,
        'content-type': 'multipart/form-data; boundary=edge',
      },
      body: '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK',
    });
    expect(refusalOf({ status: broken.status, body: await broken.json() })).toBe('400 malformed');
    expect(refusalOf(await eve.ask(routes.startAccountImport, { body: {} }))).toBe(
      '415 unsupported_media_type',
    );
  });
});

/** Another text of the same length, so that only its hash shows it. */
const sameLength = (text: string) => text.replace(/"body":"[A-Z]/, '"body":"#');

describe('an import that is cut off', () => {
  const { signal: lost } = new AbortController();
  let eve: Newcomer;
  let accountId: string;
  beforeEach(async () => {
    eve = await here.signUpOnly();
    accountId = await account(eve);
  });
  const candidates = async () =>
    (await here.deps.pool.query('select 1 from candidates where account_id = $1', [accountId])).rowCount;

  /** The file is there, and no job. */
  async function sent(): Promise<{ accountId: string; importId: string }> {
    const { db, newId, mediaStore } = here.deps;
    const { id: userId } = await eve.call(routes.getUser, {});
    const id = newId();
    await inTransaction(db, (tx) =>
      insertImport(tx, accountId, { id, createdBy: userId, createdAt: new Date() }),
    );
    await keepInParts({ mediaStore, newId }, accountId, Readable.from([original.zip]), async (part) => {
      expect(await addPart(db, accountId, id, part)).toBe(true);
    });
    await changeImport(db, accountId, id, { reason: null });
    return { accountId, importId: id };
  }

  it('while its records are written has written nothing, and goes on', async () => {
    const which = await sent();
    let ids = 0;
    // The log's entry is the last of the transaction.
    const dying = {
      ...here.deps,
      newId: () => {
        ids += 1;
        throw new Error('killed');
      },
    };
    await expect(runRunAccountImport(dying, which, { lost })).rejects.toThrow('killed');
    expect([ids, await candidates()]).toEqual([1, 0]);
    await runRunAccountImport(here.deps, which, { lost });
    expect(await candidates()).toBe(original.records('candidates').length);
    expect(await eve.call(routes.getAccountImport, { params: { id: which.importId } })).toMatchObject({
      status: 'done',
    });
  });

  it('before its media are kept goes on with them, and writes nothing twice', async () => {
    const which = await sent();
    const mediaStore = { ...here.deps.mediaStore, put: () => Promise.reject(new Error('killed')) };
    await expect(runRunAccountImport({ ...here.deps, mediaStore }, which, { lost })).rejects.toThrow(
      'killed',
    );
    expect(await candidates()).toBe(original.records('candidates').length);
    await runRunAccountImport(here.deps, which, { lost });
    const [attached] = original.records('media').filter(({ bytes }) => bytes === media.length);
    const content = await here.deps.mediaStore.get(`${accountId}/${attached?.id}`);
    expect(content && (await buffer(content.stream))).toEqual(media);
  });

  it('by two runs at once is written once', async () => {
    const which = await sent();
    // Both write the same media; the one that fails by it is tried again.
    await Promise.allSettled([1, 2].map(() => runRunAccountImport(here.deps, which, { lost })));
    await runRunAccountImport(here.deps, which, { lost });
    expect(await candidates()).toBe(original.records('candidates').length);
    const { items } = await eve.call(routes.listAuditEvents, { query: { limit: 100 } });
    expect(items.filter(({ action }) => action === 'account.imported')).toHaveLength(1);
  });

  it('that was never sent to its end is given up, and its parts are removed', async () => {
    const id = here.deps.newId();
    const insert = (minutes: number) =>
      here.deps.pool.query(
        `insert into account_imports (account_id, id, created_by, created_at, reason)
         values ($1, $2, $2, now() - make_interval(mins => $3), 'uploading')`,
        [accountId, id, minutes],
      );
    await insert(1);
    expect(refusalOf(await eve.ask(routes.startAccountImport, { body: formOfZip(original.zip) }))).toBe(
      '409 import_running',
    );
    await here.deps.pool.query(`delete from account_imports where id = $1`, [id]);
    await insert(6);
    await sweepExports(here.deps);
    expect(await eve.call(routes.getAccountImport, { params: { id } })).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('Send it again'),
    });
    expect((await importOf(eve, original.zip)).status).toBe('done');
  });

  it('of what was on its way leaves nothing to go out', async () => {
    const zip = await forged('messages.jsonl', (text) => text.replaceAll('"delivered"', '"queued"'));
    expect(await importOf(eve, zip)).toMatchObject({ status: 'done' });
    const { rows } = await here.deps.pool.query(
      `select distinct status from messages where account_id = $1 and direction = 'outbound' order by 1`,
      [accountId],
    );
    expect(rows.map(({ status }) => status)).toContain('canceled');
    expect(rows.map(({ status }) => status)).not.toContain('queued');
    await runSweepTexts(here.deps);
    expect(
      here.twilio.state.messages.filter(({ from }) =>
        original.records('numbers').some(({ phoneNumber }) => phoneNumber === from),
      ),
    ).toEqual([]);
  });
});
