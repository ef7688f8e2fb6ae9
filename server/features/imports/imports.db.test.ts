import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../contract/api.ts';
import type { Candidate } from '../../../contract/candidates.ts';
import * as routes from '../../../contract/routes.ts';
import { formOf, importFile, startImportOf, untilDone } from '../../testing/imports.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import { sendText } from '../../testing/texting.ts';
import { runRunImport } from './run-import.ts';

let app: TestApp;
let ana: Recruiter;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function findByPhone(person: Recruiter, phoneNumber: string): Promise<Candidate | undefined> {
  const { items } = await person.call(routes.listCandidates, { query: { search: phoneNumber } });
  return items[0];
}

async function refusedOf(person: Recruiter, id: string): Promise<string> {
  const { status, body } = await person.ask(routes.getRefusedRows, { params: { id } });
  expect(status).toBe(200);
  return String(body);
}

describe('a file of candidates', () => {
  it('adds new ones, fills in what it says of others, and gives back what it refuses', async () => {
    ana = await app.signUp();
    const [known, fresh] = [candidatePhone(), candidatePhone()];
    const before = await ana.call(routes.createCandidate, {
      body: {
        firstName: 'Maria',
        lastName: 'Lopez',
        phoneNumber: known,
        email: 'old@example.com',
        tags: ['RN'],
      },
    });
    const content = [
      'First name;Last name;Phone;Email;City;Tags;Note',
      `Mary;;${known};;Boston;ICU;x`,
      `Kai;Ono;${fresh};kai@example.com;Reno;;x`,
      `=cmd;Roe;555;;;;"=1;2"`,
      ';;;;;;',
      `Kaito;;${fresh};;;night;x`,
      'Numberless;;;;;;x',
    ].join('\r\n');
    const done = await importFile(ana, { content });
    expect(done).toMatchObject({
      status: 'done',
      kind: 'candidates',
      fileName: 'people.csv',
      total: 5,
      processed: 5,
      created: 1,
      updated: 1,
      duplicates: 1,
      refused: 2,
      consent: null,
      createdBy: { id: ana.userId },
      can: { undo: true, downloadRefused: true },
    });
    expect(await findByPhone(ana, known)).toMatchObject({
      id: before.id,
      firstName: 'Mary',
      lastName: 'Lopez',
      email: 'old@example.com',
      city: 'Boston',
      tags: ['RN', 'ICU'],
    });
    expect(await findByPhone(ana, fresh)).toMatchObject({
      firstName: 'Kaito',
      lastName: 'Ono',
      email: 'kai@example.com',
      city: 'Reno',
      tags: ['night'],
    });
    expect(await findByPhone(ana, 'reno')).toMatchObject({ city: 'Reno' });
    expect(await refusedOf(ana, done.id)).toBe(
      'First name;Last name;Phone;Email;City;Tags;Note;reason\r\n' +
        `'=cmd;Roe;555;;;;"'=1;2";The phone number isn't valid\r\n` +
        'Numberless;;;;;;x;The phone number is missing\r\n',
    );
    const { items } = await ana.call(routes.listImports, {});
    expect(items.map(({ id }) => id)).toEqual([done.id]);
    const bob = await app.signUp();
    expect(await bob.refusal(routes.getImport, { params: { id: done.id } })).toBe('404 not_found');
  });

  it('is previewed as it will be imported', async () => {
    const [known, fresh] = [candidatePhone(), candidatePhone()];
    await ana.call(routes.createCandidate, { body: { firstName: 'Lu', lastName: '', phoneNumber: known } });
    const content = `Name,Cell\nLu Roe,${known}\nKai,${fresh}\nKai Ono,${fresh}\nX,123\n`;
    const { status, body } = await ana.ask(routes.previewImport, { body: formOf({ content }) });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      columns: ['Name', 'Cell'],
      mapping: { Name: 'name', Cell: 'phoneNumber' },
      total: 4,
      rows: [
        { outcome: 'update', reason: null, cells: ['Lu Roe', known] },
        { outcome: 'new', reason: null },
        { outcome: 'update', reason: 'Same phone number as row 2' },
        { outcome: 'refused', reason: "The phone number isn't valid" },
      ],
    });
    expect(await findByPhone(ana, fresh)).toBe(undefined);
    const mapped = await importFile(ana, { content, mapping: { Cell: 'phoneNumber', Name: 'lastName' } });
    expect(mapped).toMatchObject({ created: 1, updated: 1, duplicates: 1, refused: 1 });
    expect(await findByPhone(ana, fresh)).toMatchObject({ firstName: '', lastName: 'Kai Ono' });
  });

  it('needs no names of columns, and takes numbers of another country', async () => {
    const done = await importFile(ana, { content: '020 7946 0958\n020 7946 0959\n', country: 'GB' });
    expect(done).toMatchObject({ total: 2, created: 2 });
    expect(await findByPhone(ana, '+442079460958')).toBeDefined();
  });

  it.each<[string, Parameters<typeof formOf>[0], string]>([
    ['nothing in it', { content: '' }, 'file'],
    ['no rows', { content: 'name,phone\n' }, 'file'],
    ['no column with phone numbers', { content: 'name,city\nKai,Reno\n' }, 'mapping'],
    ['a column that it lacks', { content: 'phone\n1\n', mapping: { Cell: 'phoneNumber' } }, 'mapping'],
    ['a field twice', { content: 'a,b\n1,2\n', mapping: { a: 'phoneNumber', b: 'phoneNumber' } }, 'mapping'],
    ['a country that is none', { content: 'phone\n1\n', country: 'XX' }, 'country'],
    ['a kind that is none', { content: 'phone\n1\n', kind: 'jobs' as 'candidates' }, 'kind'],
  ])('is refused with %s', async (_, file, field) => {
    const { status, body } = await ana.ask(routes.startImport, { body: formOf(file) });
    expect(status).toBe(422);
    expect(Object.keys((body as { details: { fields: object } }).details.fields)).toEqual([field]);
  });

  it('that is too large is refused early, with a sentence', async () => {
    const content = new Uint8Array(26_000_000).fill(65);
    const answer = await ana.ask(routes.startImport, { body: formOf({ content }) });
    expect(refusalOf(answer)).toBe('413 too_large');
    expect(answer.body).toMatchObject({ message: expect.stringContaining('up to 25 MB') });
    const { status, sent } = await uploadWithoutEnd(ana);
    expect(status).toBe(413);
    expect(sent).toBeLessThan(60_000_000);
  });

  it('records once for each number how all of them agreed', async () => {
    const [known, fresh] = [candidatePhone(), candidatePhone()];
    await ana.call(routes.createCandidate, { body: { firstName: 'Lu', lastName: '', phoneNumber: known } });
    const consent = {
      status: 'granted' as const,
      method: 'Application form',
      wording: 'Text me about jobs.',
      wordingVersion: '2026-01',
      obtainedAt: '2026-01-15T00:00:00.000Z',
    };
    const content = `name,phone\nLu,${known}\nKai,${fresh}\nKai,${fresh}\n`;
    expect(await importFile(ana, { content, consent })).toMatchObject({ consent });
    for (const phoneNumber of [known, fresh]) {
      expect(await findByPhone(ana, phoneNumber)).toMatchObject({ consent: { status: 'granted' } });
      const { items } = await ana.call(routes.listConsents, { query: { phoneNumber } });
      const { method, wording, wordingVersion, obtainedAt: at } = consent;
      expect(items).toMatchObject([
        { type: 'granted', source: 'import', method, wording, wordingVersion, at },
      ]);
    }
    const later = { ...consent, obtainedAt: '2100-01-01T00:00:00.000Z' };
    expect(refusalOf(await ana.ask(routes.startImport, { body: formOf({ content, consent: later }) }))).toBe(
      '422 invalid',
    );
  });

  it('leaves the email of someone whom a colleague texts as it is', async () => {
    const phone = candidatePhone();
    const cem = await app.addColleague(ana, 'member');
    const theirs = await ana.call(routes.createCandidate, {
      body: { firstName: 'Bo', lastName: '', phoneNumber: phone, email: 'bo@example.com' },
    });
    await sendText(ana, phone, 'Hi');
    await importFile(cem, { content: `name,phone,email\nBob,${phone},thief@example.com\n` });
    expect(await ana.call(routes.getCandidate, { params: { id: theirs.id } })).toMatchObject({
      firstName: 'Bob',
      email: 'bo@example.com',
    });
  });

  it('is imported to its end by another worker, each row once', async () => {
    const phones = Array.from({ length: 1200 }, candidatePhone);
    const content = `name,phone\n${phones.map((phone, at) => `P${at} Q,${phone}`).join('\n')}\n`;
    const { id } = await startImportOf(ana, { content });
    const job = { accountId: ana.accountId, importId: id };
    const run = () => runRunImport(app.deps, job, { lost: new AbortController().signal });
    await Promise.all([run(), run()]);
    expect(await untilDone(ana, { id })).toMatchObject({ created: 1200, duplicates: 0, processed: 1200 });
  });

  it('goes on where it was broken off', async () => {
    const phones = Array.from({ length: 700 }, candidatePhone);
    const content = `name,phone\n${phones.map((phone) => `Kit,${phone}`).join('\n')}\n`;
    const { id } = await startImportOf(ana, { content });
    const lost = AbortSignal.abort();
    await runRunImport(app.deps, { accountId: ana.accountId, importId: id }, { lost });
    expect(await untilDone(ana, { id })).toMatchObject({ created: 700, processed: 700, total: 700 });
    const { rows } = await app.deps.pool.query(
      'select count(*)::int as parts from import_files where import_id = $1',
      [id],
    );
    expect(rows).toEqual([{ parts: 0 }]);
  });
});

/** Sends bytes until it is answered: nothing says how many there are. */
function uploadWithoutEnd({ token }: Recruiter): Promise<{ status: number; sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    const upload = request(app.url + API_BASE + routes.startImport.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    });
    upload.on('response', (answer) => {
      upload.destroy();
      resolve({ status: answer.statusCode ?? 0, sent });
    });
    upload.on('error', reject);
    upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
    const more = () => {
      if (upload.destroyed || sent > 200_000_000) return;
      sent += 100_000;
      upload.write(Buffer.alloc(100_000, 65), more);
    };
    more();
  });
}

describe('undoing an import', () => {
  it('removes who was added and restores what was changed, but for what was used or changed since', async () => {
    ana = await app.signUp();
    const [unused, texted, edited, changed, changedAgain] = Array.from({ length: 5 }, candidatePhone) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const known = (phoneNumber: string) =>
      ana.call(routes.createCandidate, {
        body: { firstName: 'Old', lastName: 'Name', phoneNumber, jobTitle: 'Cook', tags: ['a'] },
      });
    await known(changed);
    const again = await known(changedAgain);
    const rows = [unused, texted, edited, changed, changedAgain].map((phone) => `New,Roe,${phone},Chef,b`);
    const { id } = await importFile(ana, { content: `first,last,phone,title,tags\n${rows.join('\n')}\n` });
    await sendText(ana, texted, 'Hi');
    const one = await findByPhone(ana, edited);
    await ana.call(routes.updateCandidate, { params: { id: one?.id ?? '' }, body: { jobTitle: 'Baker' } });
    await ana.call(routes.updateCandidate, { params: { id: again.id }, body: { firstName: 'Newer' } });

    const cem = await app.addColleague(ana, 'member');
    expect(await cem.refusal(routes.undoImport, { params: { id } })).toBe('409 import_not_undoable');
    expect(await ana.call(routes.undoImport, { params: { id } })).toMatchObject({
      status: 'undone',
      can: { undo: false },
    });
    expect(await findByPhone(ana, unused)).toBe(undefined);
    expect(await findByPhone(ana, texted)).toMatchObject({ firstName: 'New' });
    expect(await findByPhone(ana, edited)).toMatchObject({ jobTitle: 'Baker' });
    expect(await findByPhone(ana, changed)).toMatchObject({
      firstName: 'Old',
      jobTitle: 'Cook',
      tags: ['a'],
    });
    expect(await findByPhone(ana, changedAgain)).toMatchObject({
      firstName: 'Newer',
      lastName: 'Name',
      jobTitle: 'Cook',
    });
    expect(await ana.refusal(routes.undoImport, { params: { id } })).toBe('409 import_not_undoable');
  });

  it('keeps who is on legal hold', async () => {
    ana = await app.signUp();
    const phone = candidatePhone();
    const { id } = await importFile(ana, { content: `first,last,phone\nNew,Roe,${phone}\n` });
    const added = await findByPhone(ana, phone);
    await ana.call(routes.updateCandidate, { params: { id: added?.id ?? '' }, body: { legalHold: true } });
    await ana.call(routes.undoImport, { params: { id } });
    expect(await findByPhone(ana, phone)).toMatchObject({ id: added?.id, legalHold: true });
  });

  it('is possible for a day', async () => {
    const { id } = await importFile(ana, { content: `phone\n${candidatePhone()}\n` });
    app.clock.advance(24 * 3600_000);
    expect(await ana.refusal(routes.undoImport, { params: { id } })).toBe('409 import_not_undoable');
    app.clock.reset();
  });
});

describe('a file of opt-outs', () => {
  const optOuts = (...phones: string[]) => ({
    kind: 'optOuts' as const,
    content: `Phone number,Date\n${phones.map((phone) => `${phone},2024-01-01`).join('\n')}\n`,
  });
  const statusOf = async (phone: string) => (await findByPhone(ana, phone))?.consent.status;

  it('stops texts to its numbers, with or without a candidate; no import of candidates lifts that', async () => {
    ana = await app.signUp();
    const [known, stranger] = [candidatePhone(), candidatePhone()];
    await sendText(ana, known, 'Hi');
    const done = await importFile(ana, optOuts(known, stranger, stranger, '123'));
    expect(done).toMatchObject({ created: 2, updated: 0, duplicates: 1, refused: 1 });
    await importFile(ana, { content: `name,phone\nA B,${known}\nC D,${stranger}\n` });
    for (const phone of [known, stranger]) {
      expect(await statusOf(phone)).toBe('optedOut');
      expect(await ana.refusal(routes.sendMessage, { body: { to: phone, body: 'Hi' } })).toBe(
        '403 opted_out',
      );
    }
    expect(await importFile(ana, optOuts(known))).toMatchObject({ created: 0, updated: 1 });
  });

  it('is for admins, who can undo it unless the candidate has opted out themselves', async () => {
    ana = await app.signUp();
    const cem = await app.addColleague(ana, 'member');
    const answer = await cem.ask(routes.startImport, { body: formOf(optOuts(candidatePhone())) });
    expect(refusalOf(answer)).toBe('403 forbidden');
    const [wrong, stopped] = [candidatePhone(), candidatePhone()];
    for (const phone of [wrong, stopped]) await sendText(ana, phone, 'Hi');
    const { id } = await importFile(ana, optOuts(wrong, stopped));
    await app.twilio.control.inbound(stopped, ana.number, 'STOP');
    await eventually(async () => {
      const { rows } = await app.deps.pool.query(
        'select source from opt_outs where account_id = $1 and phone_number = $2',
        [ana.accountId, stopped],
      );
      expect(rows).toEqual([{ source: 'keyword' }]);
    });
    await ana.call(routes.undoImport, { params: { id } });
    expect(await statusOf(wrong)).toBe('none');
    expect(await statusOf(stopped)).toBe('optedOut');
  });

  it('is waited for if the company says so, until it is done or an admin says why not', async () => {
    ana = await app.signUp();
    const phone = candidatePhone();
    const send = () => ana.refusal(routes.sendMessage, { body: { to: phone, body: 'Hi' } });
    await ana.call(routes.updateAccount, { body: { optOutsFirst: true } });
    expect(await send()).toBe('403 opt_outs_missing');
    // A file without a single number is not what it waits for.
    await importFile(ana, optOuts('123'));
    expect(await send()).toBe('403 opt_outs_missing');
    const { id } = await importFile(ana, optOuts(candidatePhone()));
    expect(await ana.call(routes.getAccount, {})).toMatchObject({ optOutsFirst: false });
    await sendText(ana, phone, 'Hi');
    await ana.call(routes.undoImport, { params: { id } });
    expect(await send()).toBe('403 opt_outs_missing');
    expect(await ana.refusal(routes.updateAccount, { body: { optOutsFirst: false } })).toBe('422 invalid');
    const reason = 'We have never texted before.';
    await ana.call(routes.updateAccount, { body: { optOutsFirst: false, reason } });
    await sendText(ana, phone, 'Hi again');
    const { items } = await ana.call(routes.listAuditEvents, { query: { action: 'account.optOutsFirst' } });
    expect(items.map(({ details }) => details)).toEqual([
      { optOutsFirst: false, reason },
      { optOutsFirst: false },
      { optOutsFirst: true },
    ]);
  });
});
