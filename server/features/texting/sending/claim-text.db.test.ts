import { afterAll, beforeAll, expect, it } from 'vitest';
import { candidatePhone, eventually, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { sendText, sentTo } from '../../../testing/texting.ts';

/* What the gate gets about a text whose moment has come. */

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const LATER_MS = 3600_000;

it.each<[string, string, object]>([
  [
    'the plan has ended',
    `update accounts set plan_type = 'free' where id = $1`,
    { status: 'canceled', errorCode: 'plan_ended' },
  ],
  [
    'the account is being deleted',
    `update accounts set deletes_at = now() where id = $1`,
    { status: 'failed', errorCode: 'sender_not_usable' },
  ],
  [
    'who wrote it has left',
    'update users set deactivated_at = now(), texts_go_on = false where account_id = $1',
    { status: 'canceled', errorCode: 'sender_left' },
  ],
  [
    'the number is linked no more',
    `update numbers set link_status = 'linking' where account_id = $1`,
    { status: 'failed', errorCode: 'sender_not_usable' },
  ],
  [
    'the number only receives',
    'update numbers set quarantined_until = now(), inbound_seat_id = seat_id, seat_id = null where account_id = $1',
    { status: 'failed', errorCode: 'sender_not_usable' },
  ],
  [
    'the candidate has opted out',
    `insert into opt_outs (account_id, phone_number, source, opted_out_at)
     select account_id, phone_number, 'keyword', now() from candidates where account_id = $1`,
    { status: 'failed', errorCode: 'opted_out' },
  ],
  [
    'the candidate may have asked to stop',
    'update conversations set held_message_id = last_message_id, held_at = now() where account_id = $1',
    { status: 'failed', errorCode: 'held' },
  ],
  [
    'what it is about has begun',
    'update messages set expires_at = send_after where account_id = $1',
    { status: 'failed', errorCode: 'too_late' },
  ],
])('a text is not sent if %s', async (_, change, outcome) => {
  const person = await app.signUp();
  const to = candidatePhone();
  const scheduledAt = new Date(app.clock().getTime() + LATER_MS).toISOString();
  const text = await sendText(person, to, 'See you then', { scheduledAt });
  await app.deps.pool.query(change, [person.accountId]);
  app.clock.advance(LATER_MS + 1000);
  await eventually(async () => {
    const { rows } = await app.deps.pool.query(
      'select status, error_code as "errorCode" from messages where id = $1',
      [text.id],
    );
    expect(rows).toEqual([outcome]);
  });
  expect(sentTo(app, to)).toEqual([]);
});
