import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { inTransaction } from '../../../db/connection.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { sendText } from '../../../testing/texting.ts';
import { changeCallEntry, writeCallEntry } from '../receiving/note-call.ts';
import { claimText } from './claim-text.ts';
import { recordOutcome } from './settle-text.ts';

/* A transaction that waits for a conversation holds none of its messages: the holder may want them next. */

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ variables: { ROLES: 'web' } });
  ana = await app.signUp();
});
afterAll(() => app.stop());

const query = async (text: string, values: unknown[]) => (await app.deps.pool.query(text, values)).rows;

async function numberOf(id: string): Promise<{ accountId: string; numberId: string }> {
  const [row] = await query('select number_id as "numberId" from messages where id = $1', [id]);
  return { accountId: ana.accountId, numberId: row.numberId };
}

interface Text {
  id: string;
  conversationId: string;
}

it.each<{ what: string; start: (text: Text) => Promise<unknown>; write?: () => Promise<Text> }>([
  {
    what: 'a person cancels a text',
    start: (text) => ana.call(routes.cancelMessage, { params: { id: text.id } }),
  },
  {
    what: 'a person changes a text',
    start: (text) => ana.call(routes.updateMessage, { params: { id: text.id }, body: { body: 'Hello' } }),
  },
  {
    what: 'the dispatcher holds a text that a person scheduled',
    start: async (text) => {
      await query('update conversations set held_message_id = id, held_at = now() where id = $1', [
        text.conversationId,
      ]);
      await query('update messages set send_after = $2 where id = $1', [text.id, app.clock()]);
      expect(await claimText(app.deps, await numberOf(text.id))).toBe('settled');
      const rows = await query('select status, held_reason from messages where id = $1', [text.id]);
      expect(rows).toEqual([{ status: 'scheduled', held_reason: 'conversation_held' }]);
    },
  },
  {
    what: 'the dispatcher cancels a text whose writer has left',
    start: async (text) => {
      await query('update users set deactivated_at = now(), texts_go_on = false where account_id = $1', [
        ana.accountId,
      ]);
      await query('update messages set send_after = $2 where id = $1', [text.id, app.clock()]);
      const claim = await claimText(app.deps, await numberOf(text.id));
      await query('update users set deactivated_at = null, texts_go_on = true where account_id = $1', [
        ana.accountId,
      ]);
      expect(claim).toBe('settled');
      const rows = await query('select status, error_code from messages where id = $1', [text.id]);
      expect(rows).toEqual([{ status: 'canceled', error_code: 'sender_left' }]);
    },
  },
  {
    what: 'the carrier says that the candidate has opted out',
    start: async (text) => {
      await query(`update messages set status = 'sending', claimed_at = now() where id = $1`, [text.id]);
      const [sent] = await query('select candidate_number as "to" from messages where id = $1', [text.id]);
      const claimed = {
        ...text,
        ...(await numberOf(text.id)),
        ...{ from: ana.number, to: sent.to, body: 'Hi', segments: 1, isConfirmation: false },
        ...{ carrier: 'twilio', isSandbox: false },
      };
      await recordOutcome(app.deps, claimed, {
        outcome: 'refused',
        errorCode: 'opted_out',
        carrierCode: '21610',
      });
      expect(await query('select 1 from opt_outs where phone_number = $1', [sent.to])).toHaveLength(1);
    },
  },
  {
    what: 'a voicemail is left',
    write: async () => {
      const [seat] = await query('select id, seat_id from numbers where account_id = $1', [ana.accountId]);
      const id = await inTransaction(app.deps.db, (tx) =>
        writeCallEntry(tx, app.deps, {
          accountId: ana.accountId,
          seatId: seat.seat_id,
          seatUserId: ana.userId,
          numberId: seat.id,
          caller: candidatePhone(),
          outcome: 'missed',
          seconds: null,
          at: app.clock(),
        }),
      );
      const [row] = await query('select conversation_id as "conversationId" from messages where id = $1', [
        id,
      ]);
      return { id, conversationId: row.conversationId };
    },
    start: ({ id }) =>
      inTransaction(app.deps.db, (tx) =>
        changeCallEntry(tx, ana.accountId, id, { outcome: 'voicemail', seconds: 5 }),
      ),
  },
])('when $what', async ({ start, write }) => {
  const scheduledAt = new Date(app.clock().getTime() + 3600_000).toISOString();
  const text = await (write ?? (() => sendText(ana, candidatePhone(), 'Hi', { scheduledAt })))();
  const other = await app.deps.pool.connect();
  try {
    await other.query('begin');
    await other.query('select 1 from conversations where id = $1 for no key update', [text.conversationId]);
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
    const started = start(text);
    await eventually(async () =>
      expect(
        await query('select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0]?.pid]),
      ).toHaveLength(1),
    );
    await other.query('select 1 from messages where id = $1 for update nowait', [text.id]);
    await other.query('commit');
    await started;
  } finally {
    await other.query('rollback');
    other.release();
  }
});
