import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import type { Scope } from '../../../contract/scopes.ts';
import {
  download,
  type Exported,
  exportOf,
  readExport,
  untilExported,
} from '../../testing/account-exports.ts';
import { giveKey } from '../../testing/api-keys.ts';
import { isKept } from '../../testing/is-kept.ts';
import { mailsTo } from '../../testing/mails.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import { receiveText, sendText, untilStatus } from '../../testing/texting.ts';
import { NOUNS } from './nouns/nouns.ts';
import { runRunExport } from './run-export.ts';
import { eraseExports, sweepExports } from './sweep-exports.ts';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());

const start = (person: Recruiter) => person.call(routes.startAccountExport, { body: { kind: 'account' } });

/** Everything that refers to something finds it in the same file. */
function requireWhole({ records }: Exported): void {
  const ids = (name: string) => new Set(records(name).map(({ id }) => id));
  const [candidates, conversations, messages, seats, people] = [
    ids('candidates'),
    ids('conversations'),
    ids('messages'),
    ids('seats'),
    ids('people'),
  ];
  for (const { conversationId, senderId } of records('messages')) {
    expect(conversations).toContain(conversationId);
    if (senderId !== null) expect(people).toContain(senderId);
  }
  for (const { candidateId, seatId, lastMessageId } of records('conversations')) {
    expect(candidates).toContain(candidateId);
    expect(seats).toContain(seatId);
    expect(messages).toContain(lastMessageId);
  }
}

async function withHistory(): Promise<{ person: Recruiter; to: string }> {
  const person = await app.signUp();
  const to = candidatePhone();
  const text = await sendText(person, to, 'Hi, are you still looking?\n=1+1');
  await untilStatus(person, text, 'delivered');
  await app.twilio.control.inbound(to, person.number, 'Yes, here is my resume', [
    { contentType: 'application/pdf', bytes: pdf },
  ]);
  const { conversationId } = text;
  await eventually(async () => {
    const { items } = await person.call(routes.listMessages, { params: { id: conversationId } });
    expect(items[0]?.media[0]?.status).toBe('stored');
  });
  await person.call(routes.createNote, { params: { id: conversationId }, body: { body: 'Call on Monday' } });
  await receiveText(app, person, candidatePhone(), 'STOP');
  return { person, to };
}

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

describe('the file of an export', () => {
  let file: Exported;
  let person: Recruiter;
  let to: string;
  beforeAll(async () => {
    ({ person, to } = await withHistory());
    file = await exportOf(person);
  });

  it('is what its manifest says, to the last byte', () => {
    const listed = file.manifest.files.map(({ path }) => path);
    expect([...file.files.keys()].sort()).toEqual([...listed, 'manifest.json'].sort());
    for (const { path, sha256, bytes, count } of file.manifest.files) {
      const content = file.files.get(path) ?? Buffer.alloc(0);
      expect(content).toHaveLength(bytes);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      if (path.endsWith('.jsonl')) expect(String(content).split('\n')).toHaveLength(count + 1);
    }
    expect(file.manifest.accountId).toBe(person.accountId);
    const nouns = NOUNS.map(({ name }) => name);
    for (const name of nouns)
      expect(listed).toEqual(expect.arrayContaining([`${name}.jsonl`, `csv/${name}.csv`]));
  });

  it('has records with what refers to them, texts, notes and media', () => {
    requireWhole(file);
    expect(file.records('messages').map(({ body }) => body)).toContain('Hi, are you still looking?\n=1+1');
    expect(file.records('candidates').map(({ phoneNumber }) => phoneNumber)).toContain(to);
    expect(file.records('notes')).toMatchObject([{ body: 'Call on Monday', authorId: person.userId }]);
    expect(file.records('optOuts')).toHaveLength(1);
    expect(file.records('consentEvents').map(({ change, wording }) => [change, wording])).toContainEqual([
      'optedOut',
      'STOP',
    ]);
    const [attached] = file.records('media');
    expect(attached).toMatchObject({ status: 'stored', bytes: pdf.length });
    expect(file.files.get(`media/${attached?.id}`)).toEqual(pdf);
    expect(file.records('account/people')).toMatchObject([{ id: person.userId, userType: 'admin' }]);
  });

  it('has the same as CSV, in which nothing is a formula', () => {
    const csv = String(file.files.get('csv/messages.csv'));
    expect(csv.slice(1).split('\r\n')[0]).toContain('id,conversationId,direction,body,status');
    expect(csv).toContain('"Hi, are you still looking?\n=1+1"');
    expect(String(file.files.get('csv/candidates.csv'))).toContain(`'${to}`);
  });

  it('is the same again, as long as nothing changes', async () => {
    const again = await exportOf(person);
    // The log has the exports themselves.
    const hashes = ({ manifest }: Exported) =>
      manifest.files.filter(({ path }) => !path.includes('account/'));
    expect(hashes(again)).toEqual(hashes(file));
  });

  it('has no secret', () => {
    const all = [...file.files]
      .filter(([path]) => !path.startsWith('media/'))
      .map(([, content]) => String(content))
      .join('\n');
    for (const secret of [person.token, 'argon2', 'secretHash', 'sealed', 'passwordHash', 'keyHash'])
      expect(all).not.toContain(secret);
  });
});

describe('who gets an export', () => {
  it('is an admin of the account, signed in, at its address', async () => {
    const cem = await app.addColleague(ana);
    const ben = await app.addColleague(ana, 'admin');
    const eve = await app.signUp();
    expect(await cem.refusal(routes.startAccountExport, { body: { kind: 'account' } })).toBe('403 forbidden');
    const done = await untilExported(ana, await start(ana));
    const params = { id: done.id };
    expect(await cem.refusal(routes.getAccountExport, { params })).toBe('403 forbidden');
    expect(await eve.refusal(routes.getAccountExport, { params })).toBe('404 not_found');
    const statusFor = async (token: string, url = done.url) => (await download(token, url)).status;
    expect(await statusFor(ana.token)).toBe(200);
    expect(await statusFor(ben.token)).toBe(200);
    expect(await statusFor(cem.token)).toBe(403);
    expect(await statusFor(eve.token)).toBe(404);
    expect(await statusFor('')).toBe(401);
    for (const forged of [
      done.url?.replace(/signature=./, 'signature=!'),
      done.url?.replace(/until=\d+/, 'until=99999999999'),
    ])
      expect(await statusFor(ana.token, forged ?? null)).toBe(404);
    const key = await giveKey(app, ana, { scopes: ['export:read', 'texts:read'] });
    expect(await statusFor(key.secret)).toBe(403);
  });

  it('is an admin by their key, and without texts:read there are no words and no media', async () => {
    const { person } = await withHistory();
    const cem = await app.addColleague(person);
    const body = { kind: 'account' } as const;
    const keyOf = (owner: Recruiter, scopes: Scope[]) => giveKey(app, owner, { scopes });
    expect(await (await keyOf(person, ['texts:read'])).refusal(routes.startAccountExport, { body })).toBe(
      '403 scope_missing',
    );
    expect(await (await keyOf(cem, ['export:read'])).refusal(routes.startAccountExport, { body })).toBe(
      '403 forbidden',
    );
    const key = await keyOf(person, ['export:read']);
    const { id } = await key.call(routes.startAccountExport, { body });
    const done = await untilExported(key, { id });
    expect(done).toMatchObject({ status: 'done', withTexts: false });
    const zip = Buffer.from(await (await download(person.token, done.url)).arrayBuffer());
    const { records, files } = await readExport(zip);
    expect([...files.keys()].filter((path) => path.includes('media'))).toEqual([]);
    expect(new Set(records('messages').map((message) => message.body))).toEqual(new Set([null]));
    expect(records('messages').length).toBeGreaterThan(1);
    expect(records('notes')).toMatchObject([{ body: null }]);
    expect(records('consentEvents').map(({ wording }) => wording)).not.toContain('STOP');
  });

  it('is one at a time, and gets a mail and an entry in the log', async () => {
    const person = await app.signUp();
    const answers = await Promise.all(
      [1, 2, 3].map(() => person.ask(routes.startAccountExport, { body: { kind: 'account' } })),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 202).map(refusalOf)).toEqual([
      '409 export_running',
      '409 export_running',
    ]);
    const [{ id } = { id: '' }] = (await person.call(routes.listAccountExports, {})).items;
    const { url } = await untilExported(person, { id });
    await download(person.token, url);
    const { items } = await person.call(routes.listAuditEvents, {});
    expect(items.slice(0, 2).map(({ action }) => action)).toEqual([
      'account.exportDownloaded',
      'account.exported',
    ]);
    const { email } = await person.call(routes.getUser, {});
    const mails = await eventually(async () => {
      const found = (await mailsTo(app, email)).filter(({ subject }) => subject === 'Your export is ready');
      expect(found).not.toEqual([]);
      return found;
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('/dashboard/account/export');
  });
});

it('a link downloads the file once, within a minute, while its person is an admin', async () => {
  const person = await app.signUp();
  const cem = await app.addColleague(person, 'admin');
  const done = await untilExported(person, await start(person));
  const params = { id: done.id };
  const link = async (by: Recruiter) => (await by.call(routes.linkAccountExport, { params })).url;
  const url = await link(cem);
  const saved = await fetch(url);
  expect(saved.headers.get('content-disposition')).toMatch(
    /^attachment; filename="hiretext-export-[\d-]+\.zip"$/,
  );
  expect(Buffer.from(await saved.arrayBuffer())).toHaveLength(done.bytes ?? 0);
  expect((await fetch(url)).status).toBe(404);
  const { items } = await person.call(routes.listAuditEvents, {
    query: { action: 'account.exportDownloaded' },
  });
  expect(items).toMatchObject([{ actor: { id: cem.userId }, subjectId: done.id }]);

  const part = await fetch(await link(cem), { headers: { range: 'bytes=10-19' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${done.bytes}`]);
  const [first, second] = [await link(cem), await link(cem)];
  expect((await fetch(first)).status).toBe(404);
  const answers = await Promise.all([fetch(second), fetch(second)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);

  const other = await app.signUp();
  const ofOther = new URL(await link(cem));
  ofOther.searchParams.set('accountId', other.accountId);
  expect((await fetch(ofOther)).status).toBe(404);
  const late = await link(person);
  app.clock.advance(61_000);
  expect((await fetch(late)).status).toBe(404);
  const ofMember = await link(cem);
  await person.call(routes.changeUserType, { body: { userId: cem.userId, userType: 'member' } });
  expect((await fetch(ofMember)).status).toBe(404);
  app.clock.reset();
});

it('a download goes on where it broke off', async () => {
  const person = await app.signUp();
  const { url, bytes } = await untilExported(person, await start(person));
  const whole = Buffer.from(await (await download(person.token, url)).arrayBuffer());
  expect(whole).toHaveLength(bytes ?? 0);
  const rest = await download(person.token, url, { range: 'bytes=1000-' });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes 1000-${whole.length - 1}/${whole.length}`,
  ]);
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(whole.subarray(1000));
  const beyond = await download(person.token, url, { range: `bytes=${whole.length}-` });
  expect(beyond.status).toBe(416);
  const { items } = await person.call(routes.listAuditEvents, {
    query: { action: 'account.exportDownloaded' },
  });
  // The part too: it's all but what anyone can guess.
  expect(items).toHaveLength(2);
});

it('while 50 texts a second come in, the file is of one moment', async () => {
  const person = await app.signUp();
  const writing = new AbortController();
  const all = (async () => {
    const sent: Promise<unknown>[] = [];
    while (!writing.signal.aborted) {
      sent.push(app.twilio.control.inbound(candidatePhone(), person.number, 'Hi'));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await Promise.all(sent);
    return sent.length;
  })();
  const counts: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const file = await exportOf(person);
    requireWhole(file);
    const [messages, conversations, candidates] = ['messages', 'conversations', 'candidates'].map(
      (name) => file.records(name).length,
    );
    expect([conversations, candidates]).toEqual([messages, messages]);
    counts.push(messages ?? 0);
  }
  writing.abort();
  expect(await all).toBeGreaterThan(20);
  expect(counts.at(-1)).toBeGreaterThan(counts[0] ?? 0);
});

describe('an export that is cut off', () => {
  const now = () => app.deps.clock();
  const partsOf = async (id: string) =>
    (await app.deps.pool.query<{ parts: string[] }>('select parts from account_exports where id = $1', [id]))
      .rows[0]?.parts ?? [];
  const hasFile = (part: string) => isKept(app, `${ana.accountId}/${part}`);

  async function begun(): Promise<string> {
    const id = app.deps.newId();
    await app.deps.db
      .insertInto('account_exports')
      .values({ account_id: ana.accountId, id, created_by: ana.userId, with_texts: true, created_at: now() })
      .execute();
    return id;
  }

  it('shows no half file, begins again, and leaves nothing of before', async () => {
    const id = await begun();
    const { mediaStore } = app.deps;
    const run = (store: typeof mediaStore, lost = new AbortController().signal) =>
      runRunExport({ ...app.deps, mediaStore: store }, { accountId: ana.accountId, exportId: id }, { lost });
    // The part is written, and then the process is gone.
    const dying = {
      ...mediaStore,
      put: async (key: string, bytes: Buffer) => {
        await mediaStore.put(key, bytes);
        throw new Error('killed');
      },
    };
    await expect(run(dying)).rejects.toThrow('killed');
    const [half = ''] = await partsOf(id);
    expect(await hasFile(half)).toBe(true);
    const params = { id };
    expect(await ana.call(routes.getAccountExport, { params })).toMatchObject({
      status: 'running',
      url: null,
    });
    await run(mediaStore);
    const done = await ana.call(routes.getAccountExport, { params });
    expect(done).toMatchObject({ status: 'done', progress: 100 });
    expect(await partsOf(id)).not.toContain(half);
    await eventually(async () => expect(await hasFile(half)).toBe(false));
    requireWhole(await readExport(Buffer.from(await (await download(ana.token, done.url)).arrayBuffer())));
  });

  it('is written by one run only, if another has taken it over', async () => {
    const id = await begun();
    const { mediaStore } = app.deps;
    const which = { accountId: ana.accountId, exportId: id };
    const { signal: lost } = new AbortController();
    let second: Promise<void> | undefined;
    const slow = {
      ...mediaStore,
      put: async (key: string, bytes: Buffer) => {
        await mediaStore.put(key, bytes);
        second ??= runRunExport(app.deps, which, { lost });
        await second;
      },
    };
    await runRunExport({ ...app.deps, mediaStore: slow }, which, { lost });
    const done = await ana.call(routes.getAccountExport, { params: { id } });
    expect(done.status).toBe('done');
    await readExport(Buffer.from(await (await download(ana.token, done.url)).arrayBuffer()));
  });

  it('fails for good after ten times', async () => {
    const id = await begun();
    await app.deps.pool.query('update account_exports set attempts = 10 where id = $1', [id]);
    const { signal: lost } = new AbortController();
    await runRunExport(app.deps, { accountId: ana.accountId, exportId: id }, { lost });
    const ended = await ana.call(routes.getAccountExport, { params: { id } });
    expect(ended).toMatchObject({ status: 'failed', url: null });
    expect(ended.finishedAt).not.toBeNull();
  });

  it('its file is gone after seven days, or with the account', async () => {
    const { id, url } = await untilExported(ana, await start(ana));
    const other = await untilExported(ana, await start(ana));
    const [[part = ''], [others = '']] = [await partsOf(id), await partsOf(other.id)];
    app.clock.advance(6.9 * 24 * 3600_000);
    await sweepExports(app.deps);
    expect((await download(ana.token, url)).status).toBe(200);
    app.clock.advance(0.2 * 24 * 3600_000);
    expect((await download(ana.token, url)).status).toBe(404);
    expect(await ana.call(routes.getAccountExport, { params: { id } })).toMatchObject({
      status: 'done',
      url: null,
    });
    await app.deps.pool.query(
      "update account_exports set expires_at = now() + interval '99 days' where id = $1",
      [other.id],
    );
    await sweepExports(app.deps);
    app.clock.reset();
    await eventually(async () => expect(await hasFile(part)).toBe(false));
    expect(await hasFile(others)).toBe(true);
    while (await eraseExports(app.deps.db, ana.accountId));
    await eventually(async () => expect(await hasFile(others)).toBe(false));
  });
});
