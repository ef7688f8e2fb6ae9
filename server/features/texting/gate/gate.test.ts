import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SendabilityReason } from '../../../../contract/sendability-reason.ts';
import { Failure } from '../../../failure.ts';
import {
  confirmationFacts,
  decideAtSending,
  decideAutomatic,
  type GateFacts,
  type GateReason,
  gate,
  type LoopFacts,
  mayBeAccepted,
  reasonsAgainst,
  requireSendable,
} from './gate.ts';

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 23, hour, minute));
const NOW = at(15);

const clear: GateFacts = {
  ...confirmationFacts({ at: NOW, answersAutomatic: false }),
  isConfirmation: false,
};
const typed: GateFacts = { ...clear, answersMessageAt: null, loops: null };
const loops: LoopFacts = {
  automaticTexts: [],
  lastTypedAt: null,
  evenInConversation: false,
  answersAutomatic: false,
};

interface Row {
  facts: Partial<GateFacts>;
  /** The failure's code; null: accepted. */
  accepting: string | null;
  sending: ReturnType<typeof decideAtSending>;
  automatic: ReturnType<typeof decideAutomatic>;
  /** What becomes of a confirmation when it is sent. */
  confirming: ReturnType<typeof decideAtSending>;
}

const send = { kind: 'send' } as const;
const refuse = (
  errorCode:
    | 'opted_out'
    | 'opt_outs_missing'
    | 'no_consent'
    | 'held'
    | 'sender_not_usable'
    | 'number_not_registered'
    | 'too_late',
) => ({ kind: 'refuse', errorCode }) as const;
const hold = (reason: GateReason, nextAt: Date | null = null) => ({ kind: 'hold', reason, nextAt }) as const;
const drop = (reason: GateReason) => ({ kind: 'drop', reason }) as const;

/** By hand, a second time. */
const expected: Record<GateReason, Row> = {
  sender_gone: {
    facts: { senderIsGone: true },
    accepting: null,
    sending: { kind: 'cancel', errorCode: 'sender_left' },
    automatic: hold('sender_gone'),
    confirming: send,
  },
  account_closing: {
    facts: { isClosing: true },
    accepting: 'account_closing',
    sending: refuse('sender_not_usable'),
    automatic: hold('account_closing'),
    confirming: send,
  },
  plan_required: {
    facts: { planType: 'free' },
    accepting: 'plan_required',
    sending: { kind: 'cancel', errorCode: 'plan_ended' },
    automatic: hold('plan_required'),
    confirming: send,
  },
  invoice_unpaid: {
    facts: { isInvoiceUnpaid: true },
    accepting: 'invoice_unpaid',
    sending: send,
    automatic: hold('invoice_unpaid'),
    confirming: send,
  },
  payment_overdue: {
    facts: { isOverdue: true },
    accepting: 'payment_overdue',
    sending: send,
    automatic: hold('payment_overdue'),
    confirming: send,
  },
  opt_outs_missing: {
    facts: { lacksOptOuts: true },
    accepting: 'opt_outs_missing',
    sending: refuse('opt_outs_missing'),
    automatic: hold('opt_outs_missing'),
    confirming: send,
  },
  no_texts_left: {
    facts: { hasTextsLeft: false },
    accepting: 'no_texts_left',
    sending: send,
    automatic: hold('no_texts_left'),
    confirming: send,
  },
  number_replaced: {
    facts: { successorId: 'the new one' },
    accepting: null,
    sending: { kind: 'handOver', numberId: 'the new one' },
    automatic: hold('number_replaced'),
    confirming: { kind: 'handOver', numberId: 'the new one' },
  },
  no_number: {
    facts: { linkStatus: null },
    accepting: 'no_number',
    sending: refuse('sender_not_usable'),
    automatic: hold('no_number'),
    confirming: refuse('sender_not_usable'),
  },
  number_not_linked: {
    facts: { linkStatus: 'linking' },
    accepting: 'number_not_linked',
    sending: refuse('sender_not_usable'),
    automatic: hold('number_not_linked'),
    confirming: refuse('sender_not_usable'),
  },
  number_not_registered: {
    facts: { isUnregistered: true },
    accepting: 'number_not_registered',
    sending: refuse('number_not_registered'),
    automatic: hold('number_not_registered'),
    confirming: refuse('number_not_registered'),
  },
  opted_out: {
    facts: { isOptedOut: true },
    accepting: 'opted_out',
    sending: refuse('opted_out'),
    automatic: drop('opted_out'),
    confirming: send,
  },
  conversation_held: {
    facts: { hold: 'hold' },
    accepting: 'conversation_held',
    sending: refuse('held'),
    automatic: hold('conversation_held'),
    confirming: send,
  },
  reply_unclear: {
    facts: { hold: 'ask' },
    accepting: null,
    sending: refuse('held'),
    automatic: hold('reply_unclear'),
    confirming: send,
  },
  no_consent: {
    facts: { lacksConsent: true },
    accepting: 'no_consent',
    sending: refuse('no_consent'),
    automatic: hold('no_consent'),
    confirming: send,
  },
  number_changed: {
    facts: { isNumberUnconfirmed: true },
    accepting: 'number_changed',
    sending: send,
    automatic: hold('number_changed'),
    confirming: send,
  },
  not_textable: {
    facts: { takesNoTexts: true },
    accepting: null,
    sending: send,
    automatic: hold('not_textable'),
    confirming: send,
  },
  too_late: {
    facts: { expiresAt: NOW },
    accepting: 'not_planned',
    sending: refuse('too_late'),
    automatic: drop('too_late'),
    confirming: send,
  },
  answers_automatic: {
    facts: { loops: { ...loops, answersAutomatic: true } },
    accepting: null,
    sending: send,
    automatic: drop('answers_automatic'),
    confirming: send,
  },
  reply_unread: {
    facts: { hasUnreadReply: true },
    accepting: null,
    sending: send,
    automatic: hold('reply_unread', at(15, 2)),
    confirming: send,
  },
  too_many_cold_texts: {
    facts: { coldUntil: at(20) },
    accepting: 'too_many_cold_texts',
    sending: send,
    automatic: hold('too_many_cold_texts', at(20)),
    confirming: send,
  },
  too_many_broadcasts: {
    facts: { broadcastsUntil: at(20) },
    accepting: null,
    sending: send,
    automatic: hold('too_many_broadcasts', at(20)),
    confirming: send,
  },
  too_many_automatic_texts: {
    facts: { loops: { ...loops, automaticTexts: [at(14), at(13), at(12), at(11), at(10)] } },
    accepting: 'too_many_automatic_texts',
    sending: send,
    automatic: hold('too_many_automatic_texts', new Date('2026-11-24T11:00:00Z')),
    confirming: send,
  },
  in_conversation: {
    facts: { loops: { ...loops, lastTypedAt: at(14, 20) } },
    accepting: null,
    sending: send,
    automatic: hold('in_conversation', at(15, 20)),
    confirming: send,
  },
  quiet_hours: {
    facts: { answersMessageAt: null, quietUntil: at(22) },
    accepting: 'quiet_hours',
    sending: { kind: 'postpone', until: at(22) },
    automatic: hold('quiet_hours', at(22)),
    confirming: send,
  },
};

function refusalOf(facts: GateFacts): Failure | null {
  try {
    requireSendable(facts);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

describe('the gate', () => {
  it('has nothing against an ordinary text', () => {
    for (const facts of [clear, typed]) {
      expect(reasonsAgainst(facts)).toEqual([]);
      expect([refusalOf(facts), decideAtSending(facts), decideAutomatic(facts)]).toEqual([null, send, send]);
    }
  });

  it.each(Object.entries(expected))('knows %s', (reason, row) => {
    const facts = { ...clear, ...row.facts };
    expect(reasonsAgainst(facts).map((found) => found.reason)).toEqual([reason]);
    expect(refusalOf(facts)?.code ?? null).toBe(row.accepting);
    expect(decideAtSending(facts)).toEqual(row.sending);
    expect(decideAutomatic(facts)).toEqual(row.automatic);
    expect(decideAtSending({ ...facts, isConfirmation: true })).toEqual(row.confirming);
  });

  it('names its reasons as the composer does', () => {
    expect(Object.keys(gate)).toEqual(expect.arrayContaining(SendabilityReason.options));
    expect(Object.keys(gate)).toEqual(Object.keys(expected));
  });

  it('gives all reasons, and acts by the weightiest', () => {
    const facts: GateFacts = {
      ...typed,
      isOptedOut: true,
      hold: 'hold',
      quietUntil: at(22),
      linkStatus: null,
    };
    expect(reasonsAgainst(facts)).toEqual([
      { reason: 'no_number', nextAt: null },
      { reason: 'opted_out', nextAt: null },
      { reason: 'conversation_held', nextAt: null },
      { reason: 'quiet_hours', nextAt: at(22) },
    ]);
    expect(refusalOf(facts)?.code).toBe('no_number');
    expect(decideAtSending(facts)).toEqual(refuse('sender_not_usable'));
    expect(decideAutomatic(facts)).toEqual(drop('opted_out'));
  });

  it.each<[string, Partial<GateFacts>, boolean]>([
    ['nothing is against it', {}, true],
    ['only the hour is against it', { quietUntil: at(22) }, true],
    ['something is that is advice', { takesNoTexts: true }, true],
    ['something else is, also at night', { quietUntil: at(22), isOptedOut: true }, false],
  ])('decides whether a text may be accepted at all if %s', (_, facts, may) => {
    expect(mayBeAccepted({ ...typed, ...facts })).toBe(may);
  });

  it('returns when texting is allowed again', () => {
    const late = { ...typed, quietUntil: at(22) };
    const nextSendAt = at(22).toISOString();
    expect(refusalOf(late)?.details).toEqual({ reasons: ['quiet_hours'], nextSendAt });
    // What no hour ends has no next moment.
    const reasons = ['conversation_held', 'quiet_hours'];
    expect(refusalOf({ ...late, hold: 'hold' })?.details).toEqual({ reasons });
    expect(refusalOf({ ...late, coldUntil: at(23) })?.details?.nextSendAt).toBe(at(23).toISOString());
  });

  it.each([
    [at(14), true],
    [at(14, 1), false],
    [null, true],
  ])('lets a candidate who wrote at %s be answered at night: not if %s', (answersMessageAt, isQuiet) => {
    const facts = { ...typed, answersMessageAt, quietUntil: at(22) };
    expect(reasonsAgainst(facts)).toHaveLength(isQuiet ? 1 : 0);
  });

  it('does not postpone a text beyond its end', () => {
    const late = { ...typed, quietUntil: at(22) };
    expect(decideAtSending({ ...late, expiresAt: at(21) })).toEqual(refuse('too_late'));
    expect(decideAtSending({ ...late, expiresAt: at(22) })).toEqual(refuse('too_late'));
    expect(decideAtSending({ ...late, expiresAt: at(22, 1) })).toEqual({ kind: 'postpone', until: at(22) });
    const talking = { ...clear, loops: { ...loops, lastTypedAt: at(14, 30) } };
    expect(decideAutomatic({ ...talking, expiresAt: at(15, 30) })).toEqual(drop('too_late'));
    expect(decideAutomatic({ ...talking, expiresAt: at(16) })).toEqual(hold('in_conversation', at(15, 30)));
  });

  it('holds until the last of what passes is over, and without an end if something does not pass', () => {
    const facts = { ...typed, quietUntil: at(22), loops: { ...loops, lastTypedAt: at(14, 30) } };
    expect(decideAutomatic(facts)).toEqual(hold('in_conversation', at(22)));
    expect(decideAutomatic({ ...facts, hold: 'hold' })).toEqual(hold('conversation_held'));
  });

  it.each<[string, LoopFacts]>([
    ['after fewer than four in 24 hours', { ...loops, automaticTexts: [at(14), at(13), at(12)] }],
    [
      'if the fourth is a day ago',
      { ...loops, automaticTexts: [at(14), at(13), at(12), new Date('2026-11-22T15:00:00Z')] },
    ],
    ['an hour after the last word', { ...loops, lastTypedAt: at(14) }],
    ['in a conversation, if it may', { ...loops, lastTypedAt: at(14, 59), evenInConversation: true }],
  ])('lets an automatic text go %s', (_, facts) => {
    expect(decideAutomatic({ ...clear, loops: facts })).toEqual(send);
  });

  it('does not confirm to a machine', () => {
    expect(reasonsAgainst(confirmationFacts({ at: NOW, answersAutomatic: true }))).toHaveLength(1);
    expect(reasonsAgainst(confirmationFacts({ at: NOW, answersAutomatic: false }))).toEqual([]);
  });
});

const time = fc.integer({ min: -48 * 60, max: 48 * 60 }).map((minutes) => at(15, minutes));
const maybe = fc.option(time, { nil: null });
const anyFacts: fc.Arbitrary<GateFacts> = fc.record({
  at: fc.constant(NOW),
  isConfirmation: fc.boolean(),
  expiresAt: maybe,
  answersMessageAt: maybe,
  senderIsGone: fc.boolean(),
  isClosing: fc.boolean(),
  planType: fc.constantFrom('free', 'payg', 'monthly'),
  isInvoiceUnpaid: fc.boolean(),
  isOverdue: fc.boolean(),
  lacksOptOuts: fc.boolean(),
  hasTextsLeft: fc.boolean(),
  successorId: fc.option(fc.uuid(), { nil: null }),
  linkStatus: fc.constantFrom(null, 'linking', 'linked'),
  isUnregistered: fc.boolean(),
  isOptedOut: fc.boolean(),
  hold: fc.constantFrom('hold', 'ask', null),
  lacksConsent: fc.boolean(),
  hasUnreadReply: fc.boolean(),
  isNumberUnconfirmed: fc.boolean(),
  takesNoTexts: fc.boolean(),
  coldUntil: fc.option(
    time.filter((until) => until > NOW),
    { nil: null },
  ),
  broadcastsUntil: fc.option(
    time.filter((until) => until > NOW),
    { nil: null },
  ),
  quietUntil: fc.option(
    time.filter((until) => until > NOW),
    { nil: null },
  ),
  loops: fc.option(
    fc.record({
      automaticTexts: fc.array(time, { maxLength: 6 }),
      lastTypedAt: maybe,
      evenInConversation: fc.boolean(),
      answersAutomatic: fc.boolean(),
    }),
    { nil: null },
  ),
});

describe('whatever the facts', () => {
  const passes = (facts: GateFacts) => [
    refusalOf(facts) === null,
    decideAtSending(facts).kind === 'send',
    decideAutomatic(facts).kind === 'send',
  ];

  it.each<[string, Partial<GateFacts>]>([
    ['opted out', { isOptedOut: true }],
    ['held', { hold: 'hold' }],
    ['at night', { quietUntil: at(22), answersMessageAt: null }],
    ['at night, long after the candidate wrote', { quietUntil: at(22), answersMessageAt: at(14) }],
    ['expired', { expiresAt: NOW }],
    ['without a number', { linkStatus: null }],
  ])('no text goes %s, in any situation', (_, against) => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const all = passes({ ...facts, isConfirmation: false, successorId: null, ...against });
        expect(all).toEqual([false, false, false]);
      }),
    );
  });

  it('a confirmation is stopped by its number alone, and by machines before it is written', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const found = reasonsAgainst({ ...facts, isConfirmation: true }).map(({ reason }) => reason);
        const able: GateReason[] = [
          'number_replaced',
          'no_number',
          'number_not_linked',
          'number_not_registered',
          'answers_automatic',
        ];
        expect(found.filter((reason) => !able.includes(reason))).toEqual([]);
      }),
    );
  });

  it('a text is not postponed, or held, until after its end', () => {
    fc.assert(
      fc.property(anyFacts, time, (facts, expiresAt) => {
        const text = { ...facts, isConfirmation: false, expiresAt };
        const sending = decideAtSending(text);
        if (sending.kind === 'postpone') expect(sending.until < expiresAt).toBe(true);
        const automatic = decideAutomatic(text);
        if (automatic.kind === 'hold' && automatic.nextAt !== null)
          expect(automatic.nextAt < expiresAt).toBe(true);
      }),
    );
  });
});
