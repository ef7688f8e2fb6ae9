import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { sendText, sentTo, untilStatus } from '../../../testing/texting.ts';
import { findNumbersToSend } from './find-numbers-to-send.ts';

/* Numbers share the worker, and a number's texts share its pace. */

let app: TestApp;
let ana: Recruiter;
let bob: Recruiter;

beforeAll(async () => {
  app = await startTestApp({});
  [ana, bob] = [await app.signUp(), await app.signUp()];
});
afterAll(() => app.stop());

const query = (text: string, values: unknown[] = []) => app.deps.pool.query(text, values);

/** Automatic texts that wait, all to the phone that `person` has just texted. */
async function pileUp(person: Recruiter, phone: string, count: number): Promise<void> {
  await untilStatus(person, await sendText(person, phone, 'Hi'), 'delivered');
  await query(
    `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number,
            is_automatic, created_at, send_after)
     select account_id, gen_random_uuid(), conversation_id, 'outbound', 'automatic', 'queued', 1, number_id, candidate_number,
            true, now(), now() - interval '1 hour'
       from messages, generate_series(1, $2) where account_id = $1 and candidate_number = $3`,
    [person.accountId, count, phone],
  );
}

async function giveUp(person: Recruiter): Promise<void> {
  await query(`update messages set status = 'canceled' where account_id = $1 and status = 'queued'`, [
    person.accountId,
  ]);
}

const numbersToSend = async () =>
  (await findNumbersToSend(app.deps, { except: [], limit: 100 })).map(({ accountId }) => accountId);

it('a number with thousands of texts delays no other number', async () => {
  await pileUp(ana, candidatePhone(), 10_000);
  const phone = candidatePhone();
  await untilStatus(bob, await sendText(bob, phone, 'Are you free at 3?'), 'delivered');
  expect(await numbersToSend()).toContain(ana.accountId);
  await giveUp(ana);
});

it('what a person typed overtakes automatic texts of the same number', async () => {
  const [crowded, phone] = [candidatePhone(), candidatePhone()];
  await pileUp(ana, crowded, 2000);
  await eventually(() => expect(sentTo(app, crowded).length).toBeGreaterThan(5));
  await untilStatus(ana, await sendText(ana, phone, 'Are you free at 3?'), 'delivered');
  expect(sentTo(app, crowded).length).toBeLessThan(1000);
  await giveUp(ana);
});

it('a number that breaks off rests, and the others continue', async () => {
  await query(`
    create function break_off() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger break_off before update on messages for each row when (new.body = 'breaks') execute function break_off()`);
  const [broken, phone] = [candidatePhone(), candidatePhone()];
  const text = await sendText(ana, broken, 'breaks');
  await eventually(() => expect(app.logged.join('')).toContain('sending the texts of a number broke off'));
  await untilStatus(bob, await sendText(bob, phone, 'Hi'), 'delivered');
  await query('drop trigger break_off on messages');
  await untilStatus(ana, text, 'delivered');
  expect(app.logged.join('').split('broke off').length).toBeLessThan(5);
});

it('finds the number that has waited longest first, and when the next one is due', async () => {
  await Promise.all([giveUp(ana), giveUp(bob)]);
  const later = new Date(Date.now() + 3600_000).toISOString();
  await sendText(bob, candidatePhone(), 'Tomorrow', { scheduledAt: later });
  await sendText(ana, candidatePhone(), 'In a while', {
    scheduledAt: new Date(Date.parse(later) - 60_000).toISOString(),
  });
  const numbers = await findNumbersToSend(app.deps, { except: [], limit: 100 });
  expect(numbers.map(({ accountId }) => accountId)).toEqual([ana.accountId, bob.accountId]);
  expect(numbers[1]?.at.toISOString()).toBe(later);
  const [first] = numbers;
  expect(
    (await findNumbersToSend(app.deps, { except: [first?.numberId ?? ''], limit: 1 })).map(
      (each) => each.accountId,
    ),
  ).toEqual([bob.accountId]);
});
