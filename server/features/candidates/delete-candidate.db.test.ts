import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../contract/api.ts';
import type { Candidate } from '../../../contract/candidates.ts';
import * as routes from '../../../contract/routes.ts';
import { openStream } from '../../testing/event-stream.ts';
import { everythingOf } from '../../testing/everything-of.ts';
import { isKept } from '../../testing/is-kept.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import {
  conversationWith,
  lookUp,
  receiveText,
  sendText,
  sentTo,
  untilStatus,
} from '../../testing/texting.ts';
import { runErase } from '../deletions/erase.ts';
import { runSweepDeletions } from '../deletions/sweep-deletions.ts';
import { indexNow } from '../texting/text-index/keep-index.ts';
import { DELETED_TOGETHER } from './deleted-store.ts';

let app: TestApp;
/** An admin. */
let ana: Recruiter;
let cem: Recruiter;
let dee: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  cem = await app.addColleague(ana);
  dee = await app.addColleague(ana);
});
afterAll(() => app.stop());

const DAY_MS = 24 * 3600_000;

const create = (person: Recruiter, phoneNumber = candidatePhone()): Promise<Candidate> =>
  person.call(routes.createCandidate, { body: { firstName: 'Kim', lastName: 'Lee', phoneNumber } });
const byId = ({ id }: { id: string }) => ({ params: { id } });
const remove = (person: Recruiter, candidate: { id: string }) =>
  person.call(routes.deleteCandidate, byId(candidate));
const preview = (person: Recruiter, candidate: { id: string }) =>
  person.call(routes.getCandidateDeletionPreview, byId(candidate));
const restore = (person: Recruiter, candidate: { id: string }) =>
  person.call(routes.restoreCandidate, byId(candidate));
const restorable = async (person: Recruiter) =>
  (await person.call(routes.listDeletedCandidates, { query: { limit: 100 } })).items;
const deletedOf = async (person: Recruiter, { id }: { id: string }) =>
  (await restorable(person)).find((each) => each.id === id);
const whatMayBeDone = async (person: Recruiter, candidate: Candidate) => {
  const { items } = await person.call(routes.listCandidates, { query: { search: candidate.phoneNumber } });
  return [items[0]?.can.delete, (await person.call(routes.getCandidate, byId(candidate))).can.delete];
};

/** As if they had been deleted more than thirty days ago. */
const age = ({ id }: { id: string }) =>
  app.deps.pool.query(
    "update deleted_candidates set deleted_at = deleted_at - interval '30 days' - interval '1 second' where id = $1",
    [id],
  );

/** With a thread of each of these people. */
async function textedBy(...people: Recruiter[]): Promise<Candidate> {
  const candidate = await create(ana);
  for (const person of people)
    await untilStatus(person, await sendText(person, candidate.phoneNumber, 'Hi'), 'delivered');
  return candidate;
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
async function upload(person: Recruiter): Promise<{ id: string; url: string }> {
  const form = new FormData();
  form.append('file', new Blob([png], { type: 'image/png' }), 'a.png');
  const answer = await fetch(app.url + API_BASE + routes.uploadMedia.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  });
  return routes.uploadMedia.reply.parse(await answer.json());
}
const statusOf = async (url: string) => (await fetch(url)).status;
const hasFile = (mediaId: string) => isKept(app, `${ana.accountId}/${mediaId}`);

it('a candidate who comes back is found by the words that are looked for today', async () => {
  const candidate = await create(ana);
  await ana.call(routes.updateCandidate, { ...byId(candidate), body: { jobTitle: 'Falconer' } });
  await app.deps.pool.query(`delete from candidate_terms where candidate_id = $1 and term like '%falcon%'`, [
    candidate.id,
  ]);
  await remove(ana, candidate);
  await restore(ana, candidate);
  const { items } = await ana.call(routes.listCandidates, { query: { search: 'falconer' } });
  expect(items.map(({ id }) => id)).toEqual([candidate.id]);
});

describe('who may delete a candidate', () => {
  it('an admin, no matter who has texted them', async () => {
    const candidate = await textedBy(cem, dee);
    expect(await whatMayBeDone(ana, candidate)).toEqual([true, true]);
    await remove(ana, candidate);
    for (const person of [ana, cem, dee])
      expect(await person.refusal(routes.getCandidate, byId(candidate))).toBe('404 not_found');
  });

  it('a member who may see all their threads, and no other', async () => {
    const candidate = await textedBy(cem);
    expect(await whatMayBeDone(cem, candidate)).toEqual([true, true]);
    expect(await whatMayBeDone(dee, candidate)).toEqual([false, false]);
    for (const route of [routes.deleteCandidate, routes.getCandidateDeletionPreview])
      expect(await dee.refusal(route, byId(candidate))).toBe('403 candidate_shared');
    expect((await conversationWith(cem, candidate.phoneNumber)).candidate.id).toBe(candidate.id);
    await remove(cem, candidate);
  });

  it('anyone, of a candidate whom no one has texted', async () => {
    const candidate = await create(ana);
    expect(await whatMayBeDone(dee, candidate)).toEqual([true, true]);
    await remove(dee, candidate);
  });

  it('not a person asked about their own thread, once a colleague has one too', async () => {
    const candidate = await textedBy(cem);
    const { scope } = await preview(cem, candidate);
    await sendText(dee, candidate.phoneNumber, 'Hello');
    expect(await cem.refusal(routes.deleteCandidate, { ...byId(candidate), query: { scope } })).toBe(
      '403 candidate_shared',
    );
  });
});

describe('the question', () => {
  it('names whose threads go, and what is still scheduled', async () => {
    const candidate = await textedBy(dee, ana);
    const scheduledAt = new Date(Date.now() + DAY_MS).toISOString();
    await sendText(cem, candidate.phoneNumber, 'Tomorrow', { scheduledAt });
    const { owners, scheduledTexts } = await preview(ana, candidate);
    expect(scheduledTexts).toBe(1);
    // In the order of their names, which end in numbers here.
    expect(new Map(owners.map(({ user, conversations }) => [user?.id, conversations]))).toEqual(
      new Map([ana, cem, dee].map(({ userId }) => [userId, 1])),
    );
    expect(await preview(dee, await textedBy(dee))).toMatchObject({
      scheduledTexts: 0,
      owners: [{ user: { id: dee.userId }, conversations: 1 }],
    });
    expect(await preview(dee, await create(ana))).toMatchObject({ scheduledTexts: 0, owners: [] });
  });

  it('is asked again when another thread has begun, or has changed hands', async () => {
    const candidate = await textedBy(ana);
    const { scope } = await preview(ana, candidate);
    await sendText(cem, candidate.phoneNumber, 'Hello');
    const asked = { ...byId(candidate), query: { scope } };
    expect(await ana.refusal(routes.deleteCandidate, asked)).toBe('409 candidate_changed');
    const again = await preview(ana, candidate);
    expect(again.owners).toHaveLength(2);
    await ana.call(routes.deleteCandidate, { ...byId(candidate), query: { scope: again.scope } });
  });
});

describe('a deleted candidate', () => {
  it('is gone from lists, inboxes, counts and addresses, and open pages are notified', async () => {
    const candidate = await textedBy(cem);
    const thread = await receiveText(app, cem, candidate.phoneNumber, 'Hello?');
    const before = await cem.call(routes.getInboxCounts, {});
    const stream = await openStream(app.url, cem.token);
    await remove(ana, candidate);
    expect(await cem.refusal(routes.getConversation, byId(thread))).toBe('404 not_found');
    expect(await cem.refusal(routes.listMessages, byId(thread))).toBe('404 not_found');
    const search = { query: { search: candidate.phoneNumber } };
    expect((await cem.call(routes.listCandidates, search)).items).toEqual([]);
    expect((await cem.call(routes.listConversations, {})).items.map(({ id }) => id)).not.toContain(thread.id);
    expect(await cem.call(routes.getInboxCounts, {})).toEqual({
      ...before,
      unread: before.unread - 1,
      waiting: before.waiting - 1,
    });
    await eventually(() =>
      expect(stream.events.at(-1)?.event).toEqual({
        type: 'conversation.deleted',
        conversationId: thread.id,
      }),
    );
    stream.close();
  });

  it('is not texted what was scheduled, nor when they are back', async () => {
    const candidate = await create(cem);
    const text = await sendText(cem, candidate.phoneNumber, 'Later', { undoSeconds: 1 });
    await remove(cem, candidate);
    await restore(ana, candidate);
    // Due after it, from the same number: once this is out, the first would have been.
    const last = await sendText(cem, candidatePhone(), 'Last', { undoSeconds: 2 });
    await untilStatus(cem, last, 'delivered');
    expect(sentTo(app, candidate.phoneNumber)).toEqual([]);
    expect(await lookUp(cem, text)).toMatchObject({ status: 'canceled', errorCode: 'candidate_deleted' });
  });

  it('who texts STOP in between has opted out, and stays so when they are back', async () => {
    const candidate = await textedBy(cem);
    const { id } = await receiveText(app, cem, candidate.phoneNumber, 'Wait for me');
    await remove(cem, candidate);
    const { candidate: fresh } = await receiveText(app, cem, candidate.phoneNumber, 'STOP');
    expect(fresh.id).not.toBe(candidate.id);
    expect(await cem.refusal(routes.sendMessage, { body: { to: candidate.phoneNumber, body: 'Hi' } })).toBe(
      '403 opted_out',
    );
    await remove(cem, fresh);
    expect((await restore(ana, candidate)).consent.status).toBe('optedOut');
    expect(await cem.call(routes.getConversation, { params: { id } })).toMatchObject({
      waitingSince: null,
      can: { send: false },
    });
  });

  it('who texts again is a new one, and the deleted one stays so', async () => {
    const candidate = await textedBy(cem);
    await remove(cem, candidate);
    const { candidate: fresh } = await receiveText(app, cem, candidate.phoneNumber, 'Hello?');
    expect(fresh).toMatchObject({ firstName: '', phoneNumber: candidate.phoneNumber });
    expect(fresh.id).not.toBe(candidate.id);
    expect(await deletedOf(ana, candidate)).toMatchObject({ can: { restore: false } });
    expect(await ana.refusal(routes.restoreCandidate, byId(candidate))).toBe('409 candidate_is_back');
    // Nothing of either is lost by the attempt.
    expect((await conversationWith(cem, candidate.phoneNumber)).candidate.id).toBe(fresh.id);
    await remove(cem, fresh);
    await restore(ana, candidate);
    expect((await conversationWith(cem, candidate.phoneNumber)).candidate.id).toBe(candidate.id);
  });

  it('loses no text that comes while they are being deleted', async () => {
    for (let round = 0; round < 3; round += 1) {
      const candidate = await textedBy(cem);
      const bodies = Array.from({ length: 4 }, (_, n) => `Text ${n}`);
      const [, ...sids] = await Promise.all([
        remove(cem, candidate),
        ...bodies.map(
          async (body) => (await app.twilio.control.inbound(candidate.phoneNumber, cem.number, body)).sid,
        ),
      ]);
      const { rows } = await eventually(async () => {
        const found = await app.deps.pool.query<{ body: string }>(
          `select body from messages where account_id = $1 and carrier_id = any($2)
           union all
           select content->>'body' from deleted_rows
            where account_id = $1 and candidate_id = $3 and content->>'carrier_id' = any($2)`,
          [ana.accountId, sids, candidate.id],
        );
        expect(found.rows).toHaveLength(bodies.length);
        return found;
      });
      expect(rows.map(({ body }) => body).sort()).toEqual(bodies);
    }
  });

  it('gets the texts that were accepted while they were being deleted, or those are refused', async () => {
    const candidate = await textedBy(cem);
    const { id: conversationId } = await conversationWith(cem, candidate.phoneNumber);
    const targets = [{ conversationId }, { candidateId: candidate.id }];
    const [, ...answers] = await Promise.all([
      remove(cem, candidate),
      ...Array.from({ length: 8 }, (_, n) =>
        cem.ask(routes.sendMessage, { body: { ...targets[n % 2], body: `Text ${n}`, undoSeconds: 30 } }),
      ),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 404)).toEqual(
      [],
    );
    const { rowCount } = await app.deps.pool.query(
      "select 1 from messages where candidate_number = $1 and status in ('scheduled', 'queued')",
      [candidate.phoneNumber],
    );
    expect(rowCount).toBe(0);
  });
});

describe('restoring', () => {
  it('brings back everything, to the letter', async () => {
    const candidate = await ana.call(routes.createCandidate, {
      body: {
        firstName: 'José',
        lastName: 'Ñandú',
        phoneNumber: candidatePhone(),
        email: 'jose@example.com',
        tags: ['a,b', '"quoted"'],
        externalIds: { greenhouse: '1' },
      },
    });
    const picture = await upload(cem);
    const text = await sendText(cem, candidate.phoneNumber, 'Line 1\nLine 2 \\ "x"', {
      mediaIds: [picture.id],
    });
    await untilStatus(cem, text, 'delivered');
    await receiveText(app, cem, candidate.phoneNumber, 'Hello?');
    const kept = async () => {
      const {
        live_events: _,
        audit_events: __,
        idempotency_keys: ___,
        // Counted again by and by.
        fact_marks: ____,
        text_facts: _____,
        text_sums: ______,
        candidates,
        ...rest
      } = await everythingOf(app, ana.accountId);
      // Being restored is a change.
      const unchanged = (candidates as object[]).map((each) => ({ ...each, updated_at: null }));
      return { ...rest, candidates: unchanged };
    };
    await indexNow(app.deps.db);
    const before = await kept();
    await remove(ana, candidate);
    expect(await kept()).not.toEqual(before);
    expect(await statusOf(picture.url)).toBe(404);
    expect(await restore(ana, candidate)).toMatchObject({ id: candidate.id, consent: { status: 'implied' } });
    expect(await kept()).toEqual(before);
    expect(await statusOf(picture.url)).toBe(200);
    expect(await deletedOf(ana, candidate)).toBeUndefined();
  });

  it('gives the threads to the person who has the seat now', async () => {
    const boss = await app.signUp();
    const gone = await app.addColleague(boss);
    const candidate = await create(boss);
    const { conversationId } = await sendText(gone, candidate.phoneNumber, 'Hi');
    await remove(boss, candidate);
    await boss.call(routes.removeSeatFromTeamMember, { body: { userId: gone.userId } });
    await restore(boss, candidate);
    expect(await boss.call(routes.getConversation, { params: { id: conversationId } })).toMatchObject({
      assigneeId: null,
    });
  });

  it('leaves a text that was on its way to its receipt, and never sends it again', async () => {
    const candidate = await create(cem);
    const text = await untilStatus(cem, await sendText(cem, candidate.phoneNumber, 'Hi'), 'delivered');
    await app.deps.pool.query(
      "update messages set status = 'sending', carrier_id = null, claimed_at = now() where id = $1",
      [text.id],
    );
    await remove(cem, candidate);
    await restore(ana, candidate);
    expect(await lookUp(cem, text)).toMatchObject({ status: 'unknown', errorCode: 'unconfirmed' });
  });

  it('is for admins, within thirty days', async () => {
    const candidate = await textedBy(cem);
    await remove(cem, candidate);
    expect(await cem.refusal(routes.restoreCandidate, byId(candidate))).toBe('403 forbidden');
    expect(await cem.refusal(routes.listDeletedCandidates, {})).toBe('403 forbidden');
    const { items } = await ana.call(routes.listDeletedCandidates, {});
    expect(items[0]).toMatchObject({
      id: candidate.id,
      firstName: 'Kim',
      phoneNumber: candidate.phoneNumber,
      conversations: 1,
      deletedBy: { id: cem.userId },
      can: { restore: true },
    });
    expect(Date.parse(items[0]?.erasesAt ?? '') - Date.parse(items[0]?.deletedAt ?? '')).toBe(30 * DAY_MS);
    await age(candidate);
    expect(await deletedOf(ana, candidate)).toBeUndefined();
    expect(await ana.refusal(routes.restoreCandidate, byId(candidate))).toBe('404 not_found');
  });

  it('is offered in pages, latest first', async () => {
    const boss = await app.signUp();
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const candidate = await create(boss);
      await remove(boss, candidate);
      made.unshift(candidate.id);
    }
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: string }[]; nextCursor: string | null } = await boss.call(
        routes.listDeletedCandidates,
        { query: { limit: 2, ...(cursor === null ? {} : { cursor }) } },
      );
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(ids).toEqual(made);
  });

  it('is nothing for another account', async () => {
    const eve = await app.signUp();
    const candidate = await create(ana);
    await remove(ana, candidate);
    expect(await restorable(eve)).toEqual([]);
    expect(await eve.refusal(routes.restoreCandidate, byId(candidate))).toBe('404 not_found');
    await restore(ana, candidate);
  });
});

describe('after thirty days', () => {
  it('everything is erased, with pictures; the opt-out stays', async () => {
    const candidate = await create(cem);
    const picture = await upload(cem);
    await untilStatus(
      cem,
      await sendText(cem, candidate.phoneNumber, 'Secret words', { mediaIds: [picture.id] }),
      'delivered',
    );
    await receiveText(app, cem, candidate.phoneNumber, 'STOP');
    const other = await textedBy(cem);
    await remove(cem, candidate);
    await runSweepDeletions(app.deps);
    expect(await hasFile(picture.id)).toBe(true);
    await remove(cem, other);
    await age(candidate);
    await runSweepDeletions(app.deps);
    await eventually(async () => expect(await hasFile(picture.id)).toBe(false));
    const left = JSON.stringify(await everythingOf(app, ana.accountId));
    expect(left).not.toContain('Secret words');
    expect(left).not.toContain(`"candidate_id":"${candidate.id}"`);
    expect(left).toContain(`"candidate_id":"${other.id}"`);
    // What was agreed is still found by who knows the number, and by no one else.
    const query = { phoneNumber: candidate.phoneNumber };
    expect((await ana.call(routes.listConsents, { query })).items).toMatchObject([
      { type: 'revoked', wording: 'STOP' },
    ]);
    const { rows: kept } = await app.deps.pool.query(
      `select to_jsonb(e)::text as row from consent_events e where account_id = $1`,
      [ana.accountId],
    );
    expect(kept.map(({ row }) => row).join()).not.toContain(candidate.phoneNumber);
    expect(await cem.refusal(routes.sendMessage, { body: { to: candidate.phoneNumber, body: 'Hi' } })).toBe(
      '403 opted_out',
    );
  });

  it('a history of consent goes five years later, or ten after an opt-out', async () => {
    const history = async (years: number, optedOutYearsAgo: number) => {
      const key = `#${String(years).padStart(2, '0')}${String(optedOutYearsAgo).padStart(41, 'x')}`;
      await app.deps.pool.query(
        `insert into consent_events (account_id, id, phone_number, change, source, created_at, number_hashed_at)
         select $1, gen_random_uuid(), $2, event.change, 'keyword', now() - make_interval(years => event.years),
                now() - make_interval(years => $3)
           from (values ('granted', 12), ('optedOut', $4::int)) as event(change, years)`,
        [ana.accountId, key, years, optedOutYearsAgo],
      );
      return async () => {
        const found = 'select from consent_events where phone_number = $1';
        return (await app.deps.pool.query(found, [key])).rowCount;
      };
    };
    const [old, optedOut, recent] = [await history(6, 11), await history(6, 9), await history(4, 11)];
    await runSweepDeletions(app.deps);
    expect([await old(), await optedOut(), await recent()]).toEqual([0, 2, 2]);
  });

  it('or with the account, if that goes first', async () => {
    const boss = await app.signUp();
    const candidate = await create(boss);
    const picture = await upload(boss);
    await untilStatus(
      boss,
      await sendText(boss, candidate.phoneNumber, 'Hi', { mediaIds: [picture.id] }),
      'delivered',
    );
    await remove(boss, candidate);
    const due = new Date(Date.now() - 1000);
    for (const table of ['users', 'accounts'])
      await app.deps.pool.query(
        `update ${table} set deletes_at = $1 where ${table === 'users' ? 'account_id' : 'id'} = $2`,
        [due, boss.accountId],
      );
    await runErase(app.deps, boss);
    const { rowCount } = await app.deps.pool.query('select 1 from deleted_rows where account_id = $1', [
      boss.accountId,
    ]);
    expect(rowCount).toBe(0);
    await eventually(async () => expect(await isKept(app, `${boss.accountId}/${picture.id}`)).toBe(false));
  });
});

it('every table that hangs on candidates goes and comes back with them', async () => {
  const { rows } = await app.deps.pool.query<{ name: string }>(
    `with recursive hanging as (
       select 'candidates'::regclass::oid as oid
       union
       select c.conrelid from pg_constraint c join hanging on c.confrelid = hanging.oid where c.contype = 'f' and c.confdeltype <> 'n'
     )
     select oid::regclass::text as name from hanging
     union select 'candidate_terms' -- by a trigger
     order by 1`,
  );
  expect(DELETED_TOGETHER.map(({ table }) => table).sort()).toEqual(rows.map(({ name }) => name));
});

it('a migration that renames or drops a column of theirs does so in what is deleted too', () => {
  const folder = new URL('../../db/migrations/', import.meta.url);
  const tables = DELETED_TOGETHER.map(({ table }) => table).join('|');
  const changes = new RegExp(`alter table (${tables})\\b[^;]*\\b(rename|drop) (?!constraint)`);
  const forgotten = readdirSync(folder)
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))
    .filter(({ sql }) => changes.test(sql) && !sql.includes('deleted_rows'));
  expect(forgotten.map(({ name }) => name)).toEqual([]);
  expect(changes.test('alter table messages rename column body to words;')).toBe(true);
  expect(changes.test('alter table messages drop constraint messages_account_id_fkey;')).toBe(false);
});
