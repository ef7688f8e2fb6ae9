import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Conversation } from '../../../../contract/conversations.ts';
import * as routes from '../../../../contract/routes.ts';
import { makePrepaid, turnOnBilling } from '../../../testing/billing.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { sendText } from '../../../testing/texting.ts';

/* `can.send` and the refusal of a text are the same answer of the gate, wherever the conversation is shown. */

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ variables: { ROLES: 'web', QUIET_HOURS: 'required' } });
  turnOnBilling(app);
});
afterAll(() => app.stop());
afterEach(() => {
  Object.assign(app.deps, { registrar: null });
});

/** Noon in New York. */
const NOON = '2027-03-03T17:00:00Z';

interface Case {
  what: string;
  refusal: string | null;
  canSend?: boolean;
  change: (person: Recruiter, conversation: Conversation) => unknown;
}
const run =
  (text: string): Case['change'] =>
  ({ accountId }) =>
    app.deps.pool.query(text, [accountId]);

it.each<Case>([
  { what: 'nothing is against it', refusal: null, change: () => {} },
  {
    what: 'the candidate has opted out',
    refusal: '403 opted_out',
    change: run(`insert into opt_outs (account_id, phone_number, source, opted_out_at)
                 select account_id, phone_number, 'keyword', now() from candidates where account_id = $1`),
  },
  {
    what: 'the candidate has just texted STOP',
    refusal: '403 opted_out',
    change: async ({ number }, { candidate }) => {
      await app.twilio.control.inbound(candidate.phoneNumber, number, 'STOP');
      await eventually(async () =>
        expect(
          (
            await app.deps.pool.query('select 1 from carrier_events where sender = $1', [
              candidate.phoneNumber,
            ])
          ).rows,
        ).toHaveLength(1),
      );
    },
  },
  {
    what: 'a person has to read a text first',
    refusal: '409 conversation_held',
    change: run(
      'update conversations set held_message_id = last_message_id, held_at = now() where account_id = $1',
    ),
  },
  {
    what: 'there is no plan',
    refusal: '402 plan_required',
    change: run(`update accounts set plan_type = 'free' where id = $1`),
  },
  {
    what: 'a payment is overdue',
    refusal: '402 payment_overdue',
    change: run('update accounts set sending_stopped_at = now() where id = $1'),
  },
  {
    what: 'no text is left',
    refusal: '402 no_texts_left',
    change: (person) => makePrepaid(app, person, 0),
  },
  {
    what: 'the account is being deleted',
    refusal: '409 account_closing',
    change: run('update accounts set deletes_at = now() where id = $1'),
  },
  {
    what: 'the seat has no number',
    refusal: '409 no_number',
    change: run(
      'update numbers set quarantined_until = now(), inbound_seat_id = seat_id, seat_id = null where account_id = $1',
    ),
  },
  {
    what: 'the number is not linked yet',
    refusal: '409 number_not_linked',
    change: run(`update numbers set link_status = 'linking' where account_id = $1`),
  },
  {
    what: 'the number is not registered',
    refusal: '409 number_not_registered',
    change: async (person, conversation) => {
      await run('update numbers set registered_at = null where account_id = $1')(person, conversation);
      Object.assign(app.deps, { registrar: { looksEveryMs: 1000 } });
    },
  },
  {
    what: 'it is night, and another hour may be chosen',
    refusal: '409 quiet_hours',
    canSend: true,
    change: () => app.clock.jumpTo('2027-03-04T08:00:00Z'),
  },
  {
    what: 'the last text was refused as a landline, which is advice',
    refusal: null,
    change: run(`update messages set status = 'failed', error_code = 'not_textable' where account_id = $1`),
  },
])('$what', async ({ refusal, canSend = refusal === null, change }) => {
  app.clock.jumpTo(NOON);
  const person = await app.signUp();
  await app.deps.pool.query(`update sessions set expires_at = '2030-01-01' where account_id = $1`, [
    person.accountId,
  ]);
  const { conversationId: id } = await sendText(person, candidatePhone(), 'Hi');
  const read = () => person.call(routes.getConversation, { params: { id } });
  const conversation = await read();
  expect(conversation.can.send).toBe(true);
  await change(person, conversation);
  const { items } = await person.call(routes.listConversations, { query: {} });
  expect([(await read()).can.send, ...items.map(({ can }) => can.send)]).toEqual([canSend, canSend]);
  const sending = { body: { conversationId: id, body: 'Hi again' } };
  if (refusal === null) expect((await person.ask(routes.sendMessage, sending)).status).toBe(201);
  else expect(await person.refusal(routes.sendMessage, sending)).toBe(refusal);
});
