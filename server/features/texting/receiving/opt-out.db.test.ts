import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { inTransaction } from '../../../db/connection.ts';
import { openStream } from '../../../testing/event-stream.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import {
  conversationWith,
  lookUp,
  receiveText,
  sendText,
  sentTo,
  untilStatus,
} from '../../../testing/texting.ts';
import { recordOptOut } from '../../consent/record-consent.ts';
import { matchTexts } from './match-texts.ts';
import { receiveText as processText } from './receive-text.ts';

/* Consent from the candidate's text to what every recruiter of the account may still do. */

let app: TestApp;
let ana: Recruiter;
let cem: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  cem = await app.addColleague(ana);
  await ana.call(routes.updateAccount, { body: { name: 'Acme' } });
});
afterAll(() => app.stop());

const refusalOfText = (person: Recruiter, to: string) =>
  person.refusal(routes.sendMessage, { body: { to, body: 'Hi' } });

/** As the carrier would have reported it, without the wait. */
function receive(
  from: string,
  given: { body: string; at: Date; carrierOptOut?: 'stop' | 'start' | 'help' },
): Promise<void> {
  const { body, at, carrierOptOut = null } = given;
  const text = {
    type: 'inbound' as const,
    carrierId: `${from} ${body} ${at.getTime()}`,
    from,
    to: ana.number,
    body,
    media: [],
    occurredAt: at.toISOString(),
    carrierOptOut,
  };
  return inTransaction(app.deps.db, async (tx) => {
    const [match] = await matchTexts(tx, app.deps, [{ text, receivedAt: at }]);
    if (!match) throw new Error('The text has no place');
    await processText(tx, app.deps, { eventId: '0', text, match, receivedAt: at });
  });
}

describe('a word that only the carrier recognized', () => {
  it('counts as ours do, and is confirmed by the carrier alone', async () => {
    const phone = candidatePhone();
    const consent = async () => (await conversationWith(ana, phone)).candidate.consent.status;
    await receiveText(app, ana, phone, 'Hi');
    await receive(phone, { body: 'Afmelden', at: new Date(), carrierOptOut: 'stop' });
    expect(await consent()).toBe('optedOut');
    expect(await refusalOfText(ana, phone)).toBe('403 opted_out');
    await receive(phone, { body: 'Aanmelden', at: new Date(), carrierOptOut: 'start' });
    expect(await consent()).toBe('implied');
    await untilStatus(ana, await sendText(ana, phone, 'Welcome back'), 'delivered');
    expect(sentTo(app, phone)).toEqual(['Welcome back']);
  });
});

describe('texts that are processed out of order', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

  it.each([
    [
      'an opt-in that is older than the opt-out lifts nothing',
      [
        ['STOP', 2],
        ['START', 1],
      ],
      'optedOut',
    ],
    [
      'an opt-in between two opt-outs lifts nothing',
      [
        ['STOP', 1],
        ['STOP', 3],
        ['START', 2],
      ],
      'optedOut',
    ],
    [
      'an opt-in that is newer than both lifts it',
      [
        ['STOP', 2],
        ['STOP', 1],
        ['START', 3],
      ],
      'implied',
    ],
  ] as const)('%s', async (_, texts, status) => {
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'Hi');
    for (const [body, minute] of texts) await receive(phone, { body, at: at(minute) });
    expect((await conversationWith(ana, phone)).candidate.consent.status).toBe(status);
  });
});

describe('a text that says stop', () => {
  it.each([
    // [what the candidate writes, whether the carrier confirms it by itself]
    ['STOP', true],
    [' stop ', true],
    ['StopAll', true],
    ['unsubscribe', true],
    ['CANCEL', true],
    ['End', true],
    ['quit', true],
    ['REVOKE', true],
    ['OptOut', true],
    ['Stop.', false],
    ['STOP please', false],
    ['opt out', false],
    ['Opt-out, thank you', false],
    ['S T O P', false],
  ])('%j opts out of the whole account at once', async (body, carrierConfirms) => {
    const phone = candidatePhone();
    await receiveText(app, cem, phone, 'Hi Cem');
    const stopped = await receiveText(app, ana, phone, body);
    expect(stopped.candidate.consent.status).toBe('optedOut');
    expect(stopped).toMatchObject({ waitingSince: null, can: { send: false } });

    for (const person of [ana, cem]) expect(await refusalOfText(person, phone)).toBe('403 opted_out');
    expect(await conversationWith(cem, phone)).toMatchObject({
      waitingSince: null,
      candidate: { consent: { status: 'optedOut' } },
      can: { send: false },
    });

    const confirmation =
      "Acme: You're opted out and won't get any more texts from us. Reply START to rejoin.";
    await receiveText(app, ana, phone, 'STOP now please');
    await receiveText(app, cem, phone, 'Stop!');
    const expected = carrierConfirms ? [] : [confirmation];
    await eventually(() => expect(sentTo(app, phone)).toEqual(expected));
  });

  it.each(['Stop by at 3?', 'Please do not stop!', 'I had to stop working there in May'])(
    '%j is ordinary talk',
    async (body) => {
      const phone = candidatePhone();
      const conversation = await receiveText(app, ana, phone, body);
      expect(conversation.candidate.consent.status).toBe('implied');
      expect(conversation.hold?.kind).not.toBe('hold');
    },
  );

  it('stays with the phone, whatever is done to the candidate', async () => {
    const phone = candidatePhone();
    const { candidate } = await receiveText(app, ana, phone, 'STOP');
    const params = { id: candidate.id };
    await ana.call(routes.updateCandidate, { params, body: { firstName: 'Ben', tags: ['consented'] } });
    expect(await refusalOfText(ana, phone)).toBe('403 opted_out');
    await ana.call(routes.deleteCandidate, { params });
    expect(await refusalOfText(ana, phone)).toBe('403 opted_out');
    const fresh = await ana.call(routes.createCandidate, {
      body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: phone },
    });
    expect(fresh.consent.status).toBe('optedOut');
    const send = { body: { candidateId: fresh.id, body: 'Hi' } };
    expect(await ana.refusal(routes.sendMessage, send)).toBe('403 opted_out');
    expect(sentTo(app, phone)).toEqual([]);
  });

  it('moves with the phone to another candidate', async () => {
    const [stopped, other] = [candidatePhone(), candidatePhone()];
    const { candidate } = await receiveText(app, ana, stopped, 'STOP');
    const moved = await ana.call(routes.updateCandidate, {
      params: { id: candidate.id },
      body: { phoneNumber: other },
    });
    expect(moved.consent.status).not.toBe('optedOut');
    expect(await refusalOfText(ana, stopped)).toBe('403 opted_out');
  });

  it('means nothing for another account', async () => {
    const eve = await app.signUp();
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'STOP');
    await untilStatus(eve, await sendText(eve, phone, 'Hi'), 'delivered');
  });
});

describe('a text that says start', () => {
  it.each([
    ['STOP', 'START'],
    ['STOP', 'Unstop'],
    ['STOP', 'YES'],
    // The carrier knows neither of these, and so blocks no one.
    ['STOP please', 'start please'],
  ])('after %j, %j lets texts through again', async (stop, body) => {
    const phone = candidatePhone();
    await receiveText(app, ana, phone, stop);
    const back = await receiveText(app, ana, phone, body);
    expect(back.candidate.consent.status).toBe('implied');
    await sendText(cem, phone, 'Welcome back');
  });

  it('is confirmed once, unless the carrier does', async () => {
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'STOP please');
    await receiveText(app, ana, phone, 'start please');
    await receiveText(app, ana, phone, 'start please');
    await eventually(() =>
      expect(sentTo(app, phone)).toEqual([
        expect.stringMatching(/^Acme: You're opted out/),
        "Acme: You're opted in. Frequency varies. Msg & data rates may apply. HELP for help, STOP to opt out.",
      ]),
    );
  });

  it('YES is an answer like any other from someone who is opted in', async () => {
    const phone = candidatePhone();
    const conversation = await receiveText(app, ana, phone, 'YES');
    expect(conversation.candidate.consent.status).toBe('implied');
    expect(conversation.waitingSince).not.toBeNull();
  });
});

describe('a text that asks for help', () => {
  it('is answered with who we are, by one of us', async () => {
    const [byCarrier, byUs] = [candidatePhone(), candidatePhone()];
    const conversation = await receiveText(app, ana, byUs, 'Help please');
    await receiveText(app, ana, byCarrier, 'HELP');
    expect(conversation.waitingSince).toBeNull();
    await eventually(() =>
      expect(sentTo(app, byUs)).toEqual([expect.stringMatching(/^Acme: Our recruiters text you/)]),
    );
    expect(sentTo(app, byCarrier)).toEqual([]);
  });

  it('is not answered for ever: two machines do not talk', async () => {
    const phone = candidatePhone();
    for (let turn = 0; turn < 8; turn += 1) await receiveText(app, ana, phone, 'help please');
    await eventually(() => expect(sentTo(app, phone)).toHaveLength(5));
    await receiveText(app, ana, phone, 'Thanks');
    expect(sentTo(app, phone)).toHaveLength(5);
  });
});

describe('a text that may mean stop', () => {
  let admin: Promise<Recruiter> | undefined;
  const anAdmin = () => {
    admin ??= app.addColleague(ana, 'admin');
    return admin;
  };
  const held = async (phone = candidatePhone()) => ({
    phone,
    conversation: await receiveText(app, ana, phone, 'please stop texting me'),
  });

  it('holds the conversation until a person has read it', async () => {
    const { phone, conversation } = await held();
    expect(conversation).toMatchObject({
      hold: { messageId: conversation.lastMessage?.id },
      can: { send: false, reviewHold: true },
    });
    expect(await refusalOfText(ana, phone)).toBe('409 conversation_held');
    const sendability = await ana.call(routes.getSendability, { params: { id: conversation.id } });
    expect(sendability).toMatchObject({ canTextNow: false, reasons: ['conversation_held'] });
  });

  it('resumes when it was not meant so', async () => {
    const { phone, conversation } = await held();
    const reviewed = await ana.call(routes.reviewHold, {
      params: { id: conversation.id },
      body: { optOut: false },
    });
    expect(reviewed).toMatchObject({ hold: null, can: { send: true, reviewHold: false } });
    await untilStatus(ana, await sendText(ana, phone, 'Sorry!'), 'delivered');
  });

  it('is an opt-out of the whole account when it was', async () => {
    const { phone, conversation } = await held();
    await receiveText(app, cem, phone, 'Hi Cem');
    const reviewed = await ana.call(routes.reviewHold, {
      params: { id: conversation.id },
      body: { optOut: true },
    });
    expect(reviewed).toMatchObject({
      hold: null,
      waitingSince: null,
      candidate: { consent: { status: 'optedOut' } },
      can: { send: false },
    });
    for (const person of [ana, cem]) expect(await refusalOfText(person, phone)).toBe('403 opted_out');
    expect((await conversationWith(cem, phone)).waitingSince).toBeNull();
    const { rows } = await app.deps.pool.query(
      `select change, source, wording, actor_user_id from consent_events where phone_number = $1 and change = 'optedOut'`,
      [phone],
    );
    expect(rows).toEqual([
      {
        change: 'optedOut',
        source: 'reviewed',
        wording: 'please stop texting me',
        actor_user_id: ana.userId,
      },
    ]);
  });

  it.each([true, false])(
    'is kept with what was decided (opted out: %s), for staff to review the rules',
    async (optOut) => {
      const { phone, conversation } = await held();
      await ana.call(routes.reviewHold, { params: { id: conversation.id }, body: { optOut } });
      const { rows } = await app.deps.pool.query(
        `select r.wording, r.opted_out, r.reviewed_by, r.reviewed_at is not null as timed from hold_reviews r
         join candidates c on c.account_id = r.account_id and c.id = r.candidate_id
        where r.account_id = $1 and c.phone_number = $2`,
        [ana.accountId, phone],
      );
      expect(rows).toEqual([
        { wording: 'please stop texting me', opted_out: optOut, reviewed_by: ana.userId, timed: true },
      ]);
    },
  );

  describe('decided as an opt-out that can be undone', () => {
    const decide = (conversation: { id: string }, undoSeconds = 10) =>
      ana.call(routes.reviewHold, { params: { id: conversation.id }, body: { optOut: true, undoSeconds } });
    const undo = (person: Recruiter, conversation: { id: string }) =>
      person.ask(routes.undoReview, { params: { id: conversation.id } });
    const recordsOf = async (phone: string) => {
      const { rows } = await app.deps.pool.query(
        `select change, source, actor_user_id from consent_events where phone_number = $1 and change <> 'held'
          union all select 'reviewed', kind, reviewed_by from hold_reviews r
            join candidates c on c.id = r.candidate_id where c.phone_number = $1`,
        [phone],
      );
      return rows;
    };

    it('stops every text at once, and gives back what it took when it is undone', async () => {
      const { phone, conversation } = await held();
      await receiveText(app, cem, phone, 'Hi Cem');
      expect(await decide(conversation)).toMatchObject({
        hold: null,
        candidate: { consent: { status: 'optedOut' } },
      });
      for (const person of [ana, cem]) expect(await refusalOfText(person, phone)).toBe('403 opted_out');
      const answer = await undo(ana, conversation);
      expect(answer.status).toBe(200);
      expect(await conversationWith(ana, phone)).toMatchObject({
        hold: conversation.hold,
        waitingSince: conversation.waitingSince,
        candidate: { consent: { status: 'implied' } },
      });
      expect((await conversationWith(cem, phone)).waitingSince).not.toBeNull();
      expect(await refusalOfText(ana, phone)).toBe('409 conversation_held');
      expect((await undo(ana, conversation)).status).toBe(409);
      expect(await recordsOf(phone)).toEqual([]);
    });

    it('is recorded once it can no longer be undone', async () => {
      const { phone, conversation } = await held();
      await decide(conversation, 1);
      await eventually(async () =>
        expect(await recordsOf(phone)).toEqual([
          { change: 'optedOut', source: 'reviewed', actor_user_id: ana.userId },
          { change: 'reviewed', source: 'hold', actor_user_id: ana.userId },
        ]),
      );
      expect((await undo(ana, conversation)).status).toBe(409);
      expect(await refusalOfText(ana, phone)).toBe('403 opted_out');
    });

    it('is recorded also if the candidate is deleted meanwhile', async () => {
      const { phone, conversation } = await held();
      await decide(conversation, 1);
      await ana.call(routes.deleteCandidate, { params: { id: conversation.candidate.id } });
      await eventually(async () =>
        expect(await recordsOf(phone)).toEqual([
          { change: 'optedOut', source: 'reviewed', actor_user_id: ana.userId },
        ]),
      );
    });

    it("is not undone over the candidate's own opt-out that came before it and is heard after it", async () => {
      const { phone, conversation } = await held();
      await decide(conversation);
      await recordOptOut(
        app.deps.db,
        {
          accountId: ana.accountId,
          phoneNumber: phone,
          source: 'keyword',
          wording: 'STOP',
          actorUserId: null,
          at: new Date(Date.now() - 60_000),
        },
        app.deps.newId,
      );
      expect((await undo(ana, conversation)).status).toBe(409);
      expect(await refusalOfText(ana, phone)).toBe('403 opted_out');
    });

    it('leaves it on record that the candidate said it themselves before', async () => {
      const phone = candidatePhone();
      const said = { accountId: ana.accountId, phoneNumber: phone, wording: 'STOP', actorUserId: null };
      const record = (source: 'keyword' | 'reviewed', at: Date) =>
        recordOptOut(app.deps.db, { ...said, source, at }, app.deps.newId);
      await record('keyword', new Date(Date.now() - 60_000));
      await record('reviewed', new Date());
      const { rows } = await app.deps.pool.query('select source from opt_outs where phone_number = $1', [
        phone,
      ]);
      expect(rows).toEqual([{ source: 'keyword' }]);
    });

    it('is undone by no one else, and not once the candidate has said it themselves', async () => {
      const { phone, conversation } = await held();
      const admin = await anAdmin();
      await decide(conversation);
      expect((await undo(admin, conversation)).status).toBe(409);
      await receiveText(app, ana, phone, 'STOP');
      expect((await undo(ana, conversation)).status).toBe(409);
      expect(await refusalOfText(ana, phone)).toBe('403 opted_out');
    });
  });

  it('is decided by one of two colleagues who decide at once', async () => {
    const { conversation } = await held();
    const admin = await anAdmin();
    const decide = (person: Recruiter, optOut: boolean) =>
      person.ask(routes.reviewHold, { params: { id: conversation.id }, body: { optOut } });
    const answers = await Promise.all([decide(ana, true), decide(admin, false)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a text of which no one can say', () => {
  /** In a language that has no rules. */
  const UNCLEAR = 'I think we are done here';
  const asking = async (phone = candidatePhone()) => ({
    phone,
    conversation: await receiveText(app, ana, phone, UNCLEAR),
  });

  it('asks the reader, who may answer it by typing', async () => {
    const { phone, conversation } = await asking();
    expect(conversation).toMatchObject({
      hold: { messageId: conversation.lastMessage?.id, kind: 'ask' },
      can: { send: true, reviewHold: true },
    });
    const sendability = await ana.call(routes.getSendability, { params: { id: conversation.id } });
    expect(sendability).toMatchObject({ canTextNow: true, reasons: [] });
    await untilStatus(ana, await sendText(ana, phone, 'Do you want me to stop?'), 'delivered');
    expect(await conversationWith(ana, phone)).toMatchObject({ hold: null, can: { reviewHold: false } });
  });

  it.each([true, false])('is decided by a click (opted out: %s), and kept for staff', async (optOut) => {
    const { phone, conversation } = await asking();
    await ana.call(routes.reviewHold, { params: { id: conversation.id }, body: { optOut } });
    const after = await conversationWith(ana, phone);
    expect([after.hold, after.candidate.consent.status]).toEqual([null, optOut ? 'optedOut' : 'implied']);
    const { rows } = await app.deps.pool.query(
      `select kind, opted_out from hold_reviews r join candidates c on c.id = r.candidate_id where c.phone_number = $1`,
      [phone],
    );
    expect(rows).toEqual([{ kind: 'ask', opted_out: optOut }]);
  });

  it('does not hide one that is held, and gives way to one that comes', async () => {
    const { phone, conversation } = await asking();
    const held = await receiveText(app, ana, phone, 'please stop texting me');
    expect(held.hold).toMatchObject({ kind: 'hold' });
    const again = await receiveText(app, ana, phone, UNCLEAR);
    expect(again.hold).toEqual(held.hold);
    expect(again.hold?.messageId).not.toBe(conversation.hold?.messageId);
    expect(await refusalOfText(ana, phone)).toBe('409 conversation_held');
  });

  it('stops what was written before it came', async () => {
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'Hi');
    const text = await ana.call(routes.sendMessage, {
      body: {
        to: phone,
        body: 'See you',
        scheduledAt: new Date(Date.now() + 3000).toISOString(),
        cancelIfAnswered: false,
      },
    });
    await receiveText(app, ana, phone, UNCLEAR);
    await eventually(async () => expect((await lookUp(ana, text)).heldReason).toBe('conversation_held'));
    expect(sentTo(app, phone)).toEqual([]);
  });
});

describe('a colleague sees at once', () => {
  it.each<[string, (phone: string) => Promise<unknown>, string]>([
    ['an opt-out', (phone) => receiveText(app, ana, phone, 'STOP'), 'optedOut'],
    [
      'an opt-out that a person confirmed',
      async (phone) => {
        const { id } = await receiveText(app, ana, phone, 'please stop texting me');
        await ana.call(routes.reviewHold, { params: { id }, body: { optOut: true } });
      },
      'optedOut',
    ],
    [
      'a return',
      async (phone) => {
        await receiveText(app, ana, phone, 'STOP');
        await receiveText(app, ana, phone, 'START');
      },
      'implied',
    ],
  ])('%s', async (_, act, status) => {
    const phone = candidatePhone();
    const theirs = await receiveText(app, cem, phone, 'Hi Cem');
    const stream = await openStream(app.url, cem.token);
    await act(phone);
    await eventually(() => {
      const consents = stream.events.flatMap(({ event }) =>
        event.type === 'conversation.updated' && event.conversation.id === theirs.id
          ? [event.conversation.candidate.consent.status]
          : [],
      );
      expect(consents.at(-1)).toBe(status);
      expect(consents.length).toBeGreaterThan(status === 'implied' ? 1 : 0);
    });
    stream.close();
  });

  it('an opt-out that only the carrier knew of', async () => {
    const phone = candidatePhone();
    const theirs = await receiveText(app, cem, phone, 'Hi Cem');
    app.twilio.state.blocked.add(`${ana.number} ${phone}`);
    const stream = await openStream(app.url, cem.token);
    await untilStatus(ana, await sendText(ana, phone, 'Hi'), 'failed');
    await eventually(() =>
      expect(
        stream.events.some(
          ({ event }) =>
            event.type === 'conversation.updated' &&
            event.conversation.id === theirs.id &&
            event.conversation.candidate.consent.status === 'optedOut',
        ),
      ).toBe(true),
    );
    expect((await conversationWith(cem, phone)).waitingSince).toBeNull();
    stream.close();
  });
});
