import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../../contract/messages.ts';
import { inTransaction } from '../../../db/connection.ts';
import { makePrepaid, turnOnBilling } from '../../../testing/billing.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { lookUp, sendText, sentTo, untilStatus } from '../../../testing/texting.ts';
import { remainingTexts, reserveTexts } from '../../billing/ledger/ledger.ts';
import { type NewText, writeTexts } from '../conversations/write-texts.ts';

/* Texts that are about something that begins. Candidates are in Chicago: six hours behind UTC in January. */

const NOON = '2026-01-12T18:00:00.000Z';
const EVENING = '2026-01-13T02:59:00.000Z';
const AT_NIGHT = '2026-01-13T03:30:00.000Z';
const NEXT_MORNING = '2026-01-13T14:00:00.000Z';

let app: TestApp;
let ana: Recruiter;
let to: string;
let first: Message;

beforeAll(async () => {
  app = await startTestApp({ variables: { QUIET_HOURS: 'required' } });
  turnOnBilling(app);
  app.clock.jumpTo(NOON);
  ana = await app.signUp();
  await makePrepaid(app, ana, 10);
  to = candidatePhone();
  first = await sendText(ana, to, 'Hi');
  await untilStatus(ana, first, 'delivered');
});
afterAll(() => app.stop());

/** An automatic text of one segment; paid for. */
async function write(body: string, sendAfter: string, expiresAt: string | null): Promise<Message> {
  const { rows } = await app.deps.pool.query<{ number_id: string }>(
    'select number_id from messages where id = $1',
    [first.id],
  );
  const text: NewText = {
    accountId: ana.accountId,
    id: app.deps.newId(),
    conversationId: first.conversationId,
    body,
    status: 'queued',
    segments: 1,
    templateId: null,
    automationId: null,
    numberId: rows[0]?.number_id ?? '',
    candidateNumber: to,
    senderId: null,
    clientKey: null,
    isAutomatic: true,
    isConfirmation: false,
    answersMessageAt: null,
    createdAt: app.clock(),
    scheduledAt: null,
    cancelIfAnswered: null,
    sendAfter: new Date(sendAfter),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  };
  await inTransaction(app.deps.db, async (tx) => {
    await reserveTexts(tx, [text]);
    await writeTexts(tx, [text]);
  });
  return { ...first, id: text.id };
}

const left = () => remainingTexts(app.deps.db, ana.accountId);

describe('a text', () => {
  it('goes out before its end, and not after it; then it costs nothing', async () => {
    app.clock.jumpTo(NOON);
    await untilStatus(ana, await write('In an hour', NOON, '2026-01-12T19:00:00.000Z'), 'delivered');
    const before = await left();
    const late = await write('Just now', NOON, NOON);
    expect(await untilStatus(ana, late, 'failed')).toMatchObject({ errorCode: 'too_late' });
    expect(sentTo(app, to)).toEqual(['Hi', 'In an hour']);
    expect(await left()).toBe(before);
  });

  it('waits for the morning if it can go then, and is refused at once if it cannot', async () => {
    app.clock.jumpTo(NOON);
    const before = await left();
    const texts = {
      tooEarly: await write('At eight', EVENING, NEXT_MORNING),
      inTime: await write('At nine', EVENING, '2026-01-13T15:00:00.000Z'),
      whenever: await write('Some time', EVENING, null),
    };
    // Nothing ran for half an hour.
    app.clock.jumpTo(AT_NIGHT);
    expect(await untilStatus(ana, texts.tooEarly, 'failed')).toMatchObject({ errorCode: 'too_late' });
    for (const text of [texts.inTime, texts.whenever])
      await eventually(async () =>
        expect(await lookUp(ana, text)).toMatchObject({ status: 'scheduled', scheduledAt: NEXT_MORNING }),
      );
    expect(await left()).toBe(before - 2);
  });
});
