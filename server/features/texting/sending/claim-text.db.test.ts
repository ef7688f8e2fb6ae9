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

it.each<[string, string, object, object]>([
  [
    'the plan has ended',
    `update accounts set plan_type = 'free' where id = $1`,
    { status: 'canceled', errorCode: 'plan_ended' },
    { status: 'canceled', errorCode: 'plan_ended' },
  ],
  [
    'the account is being deleted',
    `update accounts set deletes_at = now() where id = $1`,
    { status: 'failed', errorCode: 'sender_not_usable' },
    { status: 'failed', errorCode: 'sender_not_usable' },
  ],
  [
    'who wrote it has left',
    'update users set deactivated_at = now(), texts_go_on = false where account_id = $1',
    { status: 'canceled', errorCode: 'sender_left' },
    { status: 'canceled', errorCode: 'sender_left' },
  ],
  [
    'the number is linked no more',
    `update numbers set link_status = 'linking' where account_id = $1`,
    { status: 'failed', errorCode: 'sender_not_usable' },
    { status: 'scheduled', heldReason: 'number_not_linked' },
  ],
  [
    'the number only receives',
    'update numbers set quarantined_until = now(), inbound_seat_id = seat_id, seat_id = null where account_id = $1',
    { status: 'failed', errorCode: 'sender_not_usable' },
    { status: 'scheduled', heldReason: 'no_number' },
  ],
  [
    'the candidate has opted out',
    `insert into opt_outs (account_id, phone_number, source, opted_out_at)
     select account_id, phone_number, 'keyword', now() from candidates where account_id = $1`,
    { status: 'failed', errorCode: 'opted_out' },
    { status: 'scheduled', heldReason: 'opted_out' },
  ],
  [
    'the candidate may have asked to stop',
    'update conversations set held_message_id = last_message_id, held_at = now() where account_id = $1',
    { status: 'failed', errorCode: 'held' },
    { status: 'scheduled', heldReason: 'conversation_held' },
  ],
  [
    'what it is about has begun',
    'update messages set expires_at = send_after where account_id = $1',
    { status: 'failed', errorCode: 'too_late' },
    { status: 'failed', errorCode: 'too_late' },
  ],
])(
  'a text is not sent if %s, and one that a person scheduled is held',
  async (_, change, outcome, scheduled) => {
    const person = await app.signUp();
    const [to, other] = [candidatePhone(), candidatePhone()];
    const scheduledAt = new Date(app.clock().getTime() + LATER_MS).toISOString();
    const texts = [
      await sendText(person, to, 'See you then', { scheduledAt }),
      await sendText(person, other, 'See you then', { scheduledAt }),
    ] as const;
    // As one that waits for its number.
    await app.deps.pool.query('update messages set cancel_if_answered = null where id = $1', [texts[0].id]);
    await app.deps.pool.query(change, [person.accountId]);
    app.clock.advance(LATER_MS + 1000);
    await eventually(async () => {
      const { rows } = await app.deps.pool.query(
        `select status, error_code as "errorCode", held_reason as "heldReason" from messages
        where id = any($1) order by id`,
        [texts.map(({ id }) => id)],
      );
      const nothing = { errorCode: null, heldReason: null };
      expect(rows).toEqual([
        { ...nothing, ...outcome },
        { ...nothing, ...scheduled },
      ]);
    });
    expect([...sentTo(app, to), ...sentTo(app, other)]).toEqual([]);
  },
);
