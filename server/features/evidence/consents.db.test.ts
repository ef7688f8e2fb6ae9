import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsentEvent } from '../../../contract/consents.ts';
import * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import { giveKey } from '../../testing/api-keys.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import { conversationWith, receiveText, sendText, sentTo, untilStatus } from '../../testing/texting.ts';
import { recordConsent, recordOptIn, recordOptOut } from '../consent/record-consent.ts';
import { classifyInbound } from '../consent/rules.ts';
import { runRemindOfConsent } from '../texting/sending/remind-of-consent.ts';

/** What candidates may write. */
const BODIES = [
  'STOP',
  'Stop please',
  'start',
  'UNSTOP',
  'Yes',
  'Start?',
  'HELP',
  'No',
  'ok',
  'Let us start on Monday',
  'yes I can',
];

let app: TestApp;
let ana: Recruiter;
let cem: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  cem = await app.addColleague(ana);
});
afterAll(() => app.stop());

const history = async (person: Recruiter, phoneNumber: string) =>
  (await person.call(routes.listConsents, { query: { phoneNumber } })).items;

const shownOf = ({ type, source, method, wording, actor }: ConsentEvent) => ({
  type,
  source: method === null ? source : `${source} ${method}`,
  wording,
  by: actor?.id ?? null,
});

/** Someone who may have asked to stop, as Ana has decided. */
async function reviewed(phone: string): Promise<string> {
  const { id, candidate } = await receiveText(app, ana, phone, 'please stop texting me');
  await eventually(() => ana.call(routes.reviewHold, { params: { id }, body: { optOut: true } }));
  return candidate.id;
}

const held = { type: 'held', source: 'text', wording: 'please stop texting me', by: null };
const optedOut = {
  type: 'revoked',
  source: 'text reviewed',
  wording: 'please stop texting me',
  get by() {
    return ana.userId;
  },
};
const given = {
  status: 'granted' as const,
  method: 'Application form',
  wording: 'Text me about jobs',
  wordingVersion: '2026-10',
  obtainedAt: '2026-10-01T12:00:00.000Z',
  source: 'form' as const,
};

it('lists in whose words someone opted out and back in, newest first', async () => {
  const phone = candidatePhone();
  await reviewed(phone);
  await receiveText(app, ana, phone, 'START');
  await receiveText(app, ana, phone, 'Stop, thanks');
  const events = await history(ana, phone);
  expect(events.map(shownOf)).toEqual([
    { type: 'revoked', source: 'keyword', wording: 'Stop, thanks', by: null },
    { type: 'regranted', source: 'keyword', wording: 'START', by: null },
    { ...optedOut },
    held,
  ]);

  const walked: ConsentEvent[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: ConsentEvent[]; nextCursor: string | null } = await ana.call(routes.listConsents, {
      query: { phoneNumber: phone, limit: 1, ...(cursor === null ? {} : { cursor }) },
    });
    walked.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(walked).toEqual(events);
});

it('records what someone agreed to elsewhere, and that a review found no opt-out', async () => {
  const phone = candidatePhone();
  const candidate = await cem.call(routes.createCandidate, {
    body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: phone, consent: given },
  });
  expect(candidate.consent).toEqual({ status: 'granted', changedAt: given.obtainedAt });
  const { id, candidate: shown } = await receiveText(app, ana, phone, 'please stop texting me');
  expect(shown.consent.status).toBe('granted');
  await ana.call(routes.reviewHold, { params: { id }, body: { optOut: false } });
  const events = await history(ana, phone);
  expect(events).toMatchObject([
    { type: 'released', source: 'text', actor: { id: ana.userId } },
    { type: 'held' },
    {
      type: 'granted',
      source: 'form',
      method: given.method,
      wording: given.wording,
      wordingVersion: given.wordingVersion,
      at: given.obtainedAt,
      actor: { id: cem.userId },
    },
  ]);
});

it('never lifts an opt-out by consent that someone enters; START brings that back', async () => {
  const phone = candidatePhone();
  const { candidate } = await receiveText(app, ana, phone, 'STOP');
  await ana.call(routes.deleteCandidate, { params: { id: candidate.id } });
  const again = await ana.call(routes.createCandidate, {
    body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: phone, consent: given },
  });
  expect(again.consent.status).toBe('optedOut');
  const text = { body: { to: phone, body: 'Hi' } };
  expect(refusalOf(await ana.ask(routes.sendMessage, text))).toBe('403 opted_out');
  expect((await receiveText(app, ana, phone, 'START')).candidate.consent.status).toBe('granted');
});

it('takes no consent of the future, and none without words', async () => {
  const person = { firstName: 'Ben', lastName: 'Ito', phoneNumber: candidatePhone() };
  for (const wrong of [{ obtainedAt: '2999-01-01T00:00:00.000Z' }, { wording: ' ' }, { method: '' }])
    expect(
      refusalOf(
        await ana.ask(routes.createCandidate, { body: { ...person, consent: { ...given, ...wrong } } }),
      ),
    ).toBe('422 invalid');
});

it('can not be changed in the database', async () => {
  const phone = candidatePhone();
  await receiveText(app, ana, phone, 'STOP');
  for (const change of [
    `update consent_events set wording = 'Yes, please' where phone_number = $1`,
    `update consent_events set phone_number = '+12015550100' where phone_number = $1`,
    'delete from consent_events where phone_number = $1',
  ])
    await expect(app.deps.pool.query(change, [phone])).rejects.toThrow('append-only');
});

it('goes with the number, so that a new one has its own history', async () => {
  const id = await reviewed(candidatePhone());
  const to = candidatePhone();
  await ana.call(routes.updateCandidate, { params: { id }, body: { phoneNumber: to } });
  expect(await history(ana, to)).toEqual([]);
});

it('shows a colleague who sees no conversation with them when, and not what they wrote', async () => {
  const phone = candidatePhone();
  await reviewed(phone);
  expect((await history(cem, phone)).map(shownOf)).toEqual([
    { ...optedOut, wording: null },
    { ...held, wording: null },
  ]);
  const admin = await app.addColleague(ana, 'admin');
  expect((await history(admin, phone)).map(shownOf)).toEqual([{ ...optedOut }, held]);
  const unknown = { query: { phoneNumber: candidatePhone() } };
  expect(refusalOf(await cem.ask(routes.listConsents, unknown))).toBe('404 not_found');
});

it('shows a key what someone wrote only if it may read texts', async () => {
  const phone = candidatePhone();
  await reviewed(phone);
  const query = { phoneNumber: phone };
  const [blind, reading] = await Promise.all([
    giveKey(app, ana, { scopes: ['consent:read'] }),
    giveKey(app, ana, { scopes: ['consent:read', 'texts:read'] }),
  ]);
  const wordings = async (key: Pick<Recruiter, 'call'>) =>
    (await key.call(routes.listConsents, { query })).items.map(({ wording }) => wording);
  expect(await wordings(blind)).toEqual([null, null]);
  expect(await wordings(reading)).toEqual([optedOut.wording, held.wording]);
  expect(await blind.refusal(routes.getConsentEvidence, { query })).toBe('403 scope_missing');
  expect((await reading.ask(routes.getConsentEvidence, { query })).status).toBe(200);
});

it('shows no one but admins what was written to a colleague before the candidate was deleted', async () => {
  const phone = candidatePhone();
  await ana.call(routes.deleteCandidate, { params: { id: await reviewed(phone) } });
  await cem.call(routes.createCandidate, {
    body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: phone },
  });
  expect((await history(cem, phone)).map(shownOf)).toEqual([
    { ...optedOut, wording: null },
    { ...held, wording: null },
  ]);
  expect((await history(ana, phone)).map(shownOf)).toEqual([{ ...optedOut }, held]);
  await expect(conversationWith(cem, phone)).rejects.toThrow();
});

describe('the evidence for a number', () => {
  /** As someone reads it who knows only what the API's documentation says. */
  const parse = (file: string) => {
    const rows: string[][] = [];
    let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
    for (let at = 0; at < file.length; at += 1) {
      const character = file.charAt(at);
      if (isQuoted && character === '"' && file.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else if (character === '"') isQuoted = !isQuoted;
      else if (!isQuoted && (character === ',' || character === '\n')) {
        row.push(character === '\n' ? cell.replace(/\r$/, '') : cell);
        cell = '';
        if (character === '\n') {
          rows.push(row);
          row = [];
        }
      } else cell += character;
    }
    return rows;
  };
  const isIntact = (rows: string[][]) =>
    rows.every((row, at) => {
      const [previous, hash] = row.slice(-2);
      const made = createHash('sha256')
        .update(`${previous}\n${row.slice(0, -2).join('\u001f')}`)
        .digest('hex');
      return hash === made && previous === (at === 0 ? '0'.repeat(64) : rows[at - 1]?.at(-1));
    });
  const exported = async (phoneNumber: string) => {
    const { status, body } = await ana.ask(routes.getConsentEvidence, { query: { phoneNumber } });
    expect(status).toBe(200);
    const [header, ...rows] = parse(String(body));
    return { header, rows };
  };

  it('has all that was sent, received and agreed, oldest first, and shows a later change', async () => {
    const phone = candidatePhone();
    await ana.call(routes.createCandidate, {
      body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: phone, consent: given },
    });
    await untilStatus(ana, await sendText(ana, phone, 'Hi Ben, "quotes", and\nlines'), 'delivered');
    await receiveText(app, ana, phone, '=HYPERLINK("http://x.example")');
    await receiveText(app, ana, phone, 'STOP');
    const { header, rows } = await exported(phone);
    expect(header?.slice(-2)).toEqual(['previousHash', 'hash']);
    const column = (name: string) => rows.map((row) => row[header?.indexOf(name) ?? 0]);
    expect(column('what').slice(0, 3)).toEqual(['consent granted', 'text sent', 'text received']);
    expect(column('what')).toContain('consent revoked');
    expect(column('words').slice(0, 3)).toEqual([
      given.wording,
      expect.stringContaining('"quotes", and\nlines'),
      `'=HYPERLINK("http://x.example")`,
    ]);
    expect(column('at')).toEqual([...column('at')].sort());
    expect(isIntact(rows)).toBe(true);
    for (const changed of [
      rows.map((row, at) => (at === 1 ? row.map((cell, place) => (place === 5 ? 'Hi' : cell)) : row)),
      rows.toSpliced(1, 1),
      rows.toSpliced(1, 0, rows[2] ?? []),
    ])
      expect(isIntact(changed)).toBe(false);

    const [candidate] = (await ana.call(routes.listCandidates, { query: { search: phone } })).items;
    await ana.call(routes.deleteCandidate, { params: { id: candidate?.id ?? '' } });
    expect((await exported(phone)).rows.length).toBeGreaterThanOrEqual(rows.length);
  });

  it('is also a PDF, and for admins only', async () => {
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'STOP 👍 please');
    const query = { phoneNumber: phone, format: 'pdf' as const };
    const { status, body } = await ana.ask(routes.getConsentEvidence, { query });
    expect([status, String(body).slice(0, 5), String(body).trimEnd().slice(-5)]).toEqual([
      200,
      '%PDF-',
      '%%EOF',
    ]);
    expect(refusalOf(await cem.ask(routes.getConsentEvidence, { query }))).toBe('403 forbidden');
  });
});

describe('asking for consent', () => {
  let boss: Recruiter;
  beforeAll(async () => {
    boss = await app.signUp();
    await boss.call(routes.updateAccount, { body: { consentFirst: true } });
  });

  const textTo = (to: string) => boss.ask(routes.sendMessage, { body: { to, body: 'Hi' } });
  const sendabilityOf = (to: string) => boss.call(routes.getSendabilityTo, { query: { to } });
  const answer = (phone: string, body: string) => receiveText(app, boss, phone, body);

  it('unlocks texts with YES, in the words that were asked', async () => {
    const phone = candidatePhone();
    expect(refusalOf(await textTo(phone))).toBe('409 no_consent');
    expect(await sendabilityOf(phone)).toMatchObject({
      canTextNow: false,
      reasons: ['no_consent'],
      consentRequest: { askedAt: null, canAsk: true },
    });
    const asked = await boss.call(routes.askConsentOf, { body: { to: phone } });
    await untilStatus(boss, asked, 'delivered');
    expect(refusalOf(await textTo(phone))).toBe('409 no_consent');
    const params = { id: asked.conversationId };
    expect(refusalOf(await boss.ask(routes.askConsent, { params }))).toBe('409 consent_asked');

    expect((await answer(phone, 'Who is this?')).candidate.consent.status).toBe('implied');
    expect(refusalOf(await textTo(phone))).toBe('409 no_consent');
    const { candidate } = await answer(phone, 'Yes please');
    expect(candidate.consent.status).toBe('granted');
    expect((await textTo(phone)).status).toBe(201);
    expect((await boss.call(routes.listConsents, { query: { phoneNumber: phone } })).items).toMatchObject([
      { type: 'granted', source: 'text', wording: asked.body, wordingVersion: 'hiretext-1', actor: null },
    ]);
    expect(refusalOf(await boss.ask(routes.askConsent, { params }))).toBe('409 consent_on_record');
  });

  it('takes NO as an opt-out, which only the candidate can lift', async () => {
    const phone = candidatePhone();
    const { conversationId } = await boss.call(routes.askConsentOf, { body: { to: phone } });
    expect((await answer(phone, 'No thanks')).candidate.consent.status).toBe('optedOut');
    const again = await boss.ask(routes.askConsent, { params: { id: conversationId } });
    expect(refusalOf(again)).toBe('403 opted_out');
    expect(refusalOf(await textTo(phone))).toBe('403 opted_out');
  });

  it("asks in the company's words, and takes none without YES and STOP", async () => {
    const consentRequest = 'Acme here. Reply YES for job texts, STOP to end.';
    for (const wrong of ['Reply STOP to end', 'Reply YES'])
      expect(refusalOf(await boss.ask(routes.updateAccount, { body: { consentRequest: wrong } }))).toBe(
        '422 invalid',
      );
    await boss.call(routes.updateAccount, { body: { consentRequest } });
    const phone = candidatePhone();
    expect((await boss.call(routes.askConsentOf, { body: { to: phone } })).body).toBe(consentRequest);
    await answer(phone, 'YES');
    expect((await boss.call(routes.listConsents, { query: { phoneNumber: phone } })).items).toMatchObject([
      { type: 'granted', wording: consentRequest, wordingVersion: '2' },
    ]);
    await boss.call(routes.updateAccount, { body: { consentRequest: null } });
  });

  it('asks once more after three days, unless anything came back', async () => {
    const ask = async () => {
      const phone = candidatePhone();
      const asked = await boss.call(routes.askConsentOf, { body: { to: phone } });
      await untilStatus(boss, asked, 'delivered');
      return phone;
    };
    const later = () =>
      app.deps.pool.query(
        "update consent_requests set asked_at = asked_at - interval '3 days' where account_id = $1",
        [boss.accountId],
      );
    const [silent, answered] = [await ask(), await ask()];
    await answer(answered, 'Who is this?');
    await runRemindOfConsent(app.deps);
    expect(sentTo(app, silent)).toHaveLength(1);
    await later();
    await runRemindOfConsent(app.deps);
    await eventually(() => expect(sentTo(app, silent)).toHaveLength(2));
    const [question, reminder] = sentTo(app, silent);
    expect(reminder).toBe(question);

    await later();
    await boss.call(routes.updateAccount, { body: { consentReminder: false } });
    const unreminded = await ask();
    await later();
    await runRemindOfConsent(app.deps);
    const phones = [silent, answered, unreminded];
    const { rows } = await app.deps.pool.query(
      'select count(*)::int as texts from messages where account_id = $1 and is_automatic and candidate_number = any($2)',
      [boss.accountId, phones],
    );
    expect(rows).toEqual([{ texts: 1 }]);
    expect((await answer(silent, 'YES')).candidate.consent.status).toBe('granted');
  });

  it('holds what was scheduled before a company wanted consent first', async () => {
    const person = await app.signUp();
    const scheduledAt = new Date(Date.now() + 3600_000).toISOString();
    const { id } = await person.call(routes.sendMessage, {
      body: { to: candidatePhone(), body: 'Hi', scheduledAt },
    });
    await person.call(routes.updateAccount, { body: { consentFirst: true } });
    await app.deps.pool.query('update messages set send_after = now() where account_id = $1', [
      person.accountId,
    ]);
    await eventually(async () => {
      const { items } = await person.call(routes.listScheduledMessages, { query: {} });
      expect(items).toMatchObject([{ id, heldReason: 'no_consent' }]);
    });
  });

  it('is open to consent that was given elsewhere, and to no one without any', async () => {
    const phone = candidatePhone();
    await boss.call(routes.createCandidate, {
      body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: phone, consent: given },
    });
    expect((await textTo(phone)).status).toBe(201);
    const { can } = await answer(candidatePhone(), 'Hello?');
    expect(can.send).toBe(false);
  });
});

describe('whatever happens to a number', () => {
  const START = new Date('2026-11-20T12:00:00.000Z').getTime();
  const step = fc.oneof(
    fc.record({ kind: fc.constant('text' as const), body: fc.constantFrom(...BODIES), minute: fc.nat(600) }),
    fc.record({
      kind: fc.constant('grant' as const),
      source: fc.constantFrom('import', 'keyword', 'form', 'ats', 'text', 'person'),
      type: fc.constantFrom('granted' as const, 'confirmed' as const),
      minute: fc.nat(600),
    }),
    fc.record({
      kind: fc.constant('optOut' as const),
      source: fc.constantFrom('reviewed' as const, 'carrier' as const, 'import' as const),
      minute: fc.nat(600),
    }),
  );

  it('only START, UNSTOP or YES from the number itself, after it opted out, lets texts through again', async () => {
    const { accountId, userId } = ana;
    const { db, newId } = app.deps;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const phoneNumber = candidatePhone();
        // By hand, a second time: when the number opted out last. Null: it's in.
        let outSince: number | null = null;
        for (const each of steps) {
          const at = new Date(START + each.minute * 60_000);
          const change = { accountId, phoneNumber, wording: null, actorUserId: null, at };
          const stops = () => {
            outSince = Math.max(outSince ?? 0, at.getTime());
          };
          await inTransaction(db, async (tx) => {
            if (each.kind === 'grant') {
              const words = { method: 'Form', wording: 'Text me', wordingVersion: null, actorUserId: userId };
              const { source, type } = each;
              await recordConsent(tx, accountId, [{ ...words, phoneNumber, source, type, at }], newId);
            } else if (each.kind === 'optOut') {
              await recordOptOut(tx, { ...change, source: each.source }, newId);
              stops();
            } else {
              const asked = classifyInbound(each.body, { optedOut: outSince !== null });
              if (asked === 'optOut') {
                await recordOptOut(tx, { ...change, source: 'keyword' }, newId);
                stops();
              } else if (asked === 'optIn') {
                await recordOptIn(tx, { ...change, source: 'keyword' }, newId);
                expect(['start', 'unstop', 'yes']).toContain(each.body.toLowerCase().replace(/[^a-z]/g, ''));
                if (outSince !== null && outSince <= at.getTime()) outSince = null;
              }
            }
          });
        }
        const { reasons } = await ana.call(routes.getSendabilityTo, { query: { to: phoneNumber } });
        expect(reasons.includes('opted_out')).toBe(outSince !== null);
        const history = await ana.call(routes.listConsents, { query: { phoneNumber, limit: 100 } });
        expect(history.items.filter(({ type }) => type === 'granted' || type === 'confirmed')).toHaveLength(
          steps.filter(({ kind }) => kind === 'grant').length,
        );
      }),
      { numRuns: 40 },
    );
  });
});
