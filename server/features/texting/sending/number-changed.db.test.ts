import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { mailsTo } from '../../../testing/mails.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { receiveText, sendText, sentTo } from '../../../testing/texting.ts';
import { gateFacts } from '../conversations/gate-facts.ts';
import { reasonsAgainst } from '../gate/gate.ts';
import { findTargetFacts } from './accept-facts.ts';

/* Who may have the texts to a candidate go to another phone, and who is asked before they do. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ variables: { QUIET_HOURS: 'off' } });
});
afterAll(() => app.stop());

/** Ana is the admin; Cem texts the candidate, Nia doesn't. */
async function company() {
  const ana = await app.signUp();
  const [cem, nia] = [await app.addColleague(ana), await app.addColleague(ana)];
  const phone = candidatePhone();
  const { id } = await ana.call(routes.createCandidate, {
    body: { firstName: 'Maria', lastName: 'Lopez', phoneNumber: phone, email: 'maria@example.com' },
  });
  const { conversationId } = await sendText(cem, phone, 'Hi');
  const params = { id };
  const change = (by: Recruiter, body: object) => by.ask(routes.updateCandidate, { params, body });
  const text = (by: Recruiter, more: object = {}) =>
    by.refusal(routes.sendMessage, { body: { conversationId, body: 'Are you there?', ...more } });
  return { ana, cem, nia, phone, params, conversationId, change, text };
}

/** What would keep an automatic text in the conversation from going. */
async function automatically({ accountId }: Recruiter, conversationId: string): Promise<string[]> {
  const [target] = await findTargetFacts(app.deps.db, [
    { accountId, conversationId, candidateId: null, phoneNumber: null, seatId: null },
  ]);
  if (!target?.phoneNumber) throw new Error('There is no such conversation');
  const facts = gateFacts(
    app.deps,
    { ...target, phoneNumber: target.phoneNumber },
    {
      at: app.deps.clock(),
      expiresAt: null,
      answersMessageAt: null,
      hasTextsLeft: true,
      takesNoTexts: false,
      loops: null,
    },
  );
  return reasonsAgainst(facts).map(({ reason }) => reason);
}

it('a person who does not see all conversations changes the name, but not where texts and emails go', async () => {
  const { ana, cem, nia, params, phone, change } = await company();
  for (const body of [
    { phoneNumber: candidatePhone() },
    { email: 'elsewhere@example.com' },
    { externalIds: { greenhouse: '7' } },
  ])
    expect(await change(nia, body)).toMatchObject({
      status: 403,
      body: { code: 'candidate_of_colleagues' },
    });
  const seen = (who: Recruiter) => who.call(routes.getCandidate, { params });
  expect(await seen(nia)).toMatchObject({ phoneNumber: phone, email: 'maria@example.com', externalIds: {} });
  // As a form does, which sends all fields.
  const body = { firstName: 'Mary', phoneNumber: phone, email: 'maria@example.com' };
  expect((await change(nia, body)).status).toBe(200);
  for (const [who, changeNumber] of [
    [ana, true],
    [cem, true],
    [nia, false],
  ] as const)
    expect((await seen(who)).can.changeNumber).toBe(changeNumber);
  for (const who of [cem, ana])
    expect((await change(who, { phoneNumber: candidatePhone() })).status).toBe(200);
});

it('the person of the conversation is notified, and asked once before the next text', async () => {
  const { ana, cem, phone, conversationId, change, text } = await company();
  const next = candidatePhone();
  await change(ana, { phoneNumber: next });
  const { email } = await cem.call(routes.getUser, {});
  await eventually(async () =>
    expect((await mailsTo(app, email)).map(({ subject }) => subject)).toContain(
      "A candidate's number changed",
    ),
  );
  const sendability = () => cem.call(routes.getSendability, { params: { id: conversationId } });
  expect(await sendability()).toMatchObject({
    reasons: ['number_changed'],
    numberChange: { phoneNumber: next, changedBy: { firstName: expect.any(String) } },
  });
  expect(await automatically(ana, conversationId)).toEqual(['number_changed']);
  expect(await text(cem)).toBe('409 number_changed');
  expect(await text(cem, { confirmedNumber: phone })).toBe('409 number_changed');
  const sent = { conversationId, body: 'Hi again' };
  expect((await cem.ask(routes.sendMessage, { body: { ...sent, confirmedNumber: next } })).status).toBe(201);
  expect((await cem.ask(routes.sendMessage, { body: sent })).status).toBe(201);
  expect(await sendability()).toMatchObject({ canTextNow: true, numberChange: null });
  expect(await automatically(ana, conversationId)).toEqual([]);
});

it('the person of the conversation gets a mail about a new email too', async () => {
  const { ana, cem, change } = await company();
  await change(ana, { email: 'elsewhere@example.com', firstName: 'Mary' });
  const { email } = await cem.call(routes.getUser, {});
  await eventually(async () => {
    const mail = (await mailsTo(app, email)).find(({ subject }) => subject === "A candidate's email changed");
    expect(mail?.text).toContain('Maria Lopez from maria@example.com to elsewhere@example.com');
    expect(mail?.text).not.toContain('confirm the new number');
  });
});

it('who changed it is not asked, and neither is anyone once the candidate has written from there', async () => {
  const { ana, cem, conversationId, change, text } = await company();
  await change(cem, { phoneNumber: candidatePhone() });
  expect(await automatically(ana, conversationId)).toEqual([]);
  expect(await text(ana)).toBe('409 number_changed');
  expect((await cem.ask(routes.sendMessage, { body: { conversationId, body: 'Hi' } })).status).toBe(201);
  const last = candidatePhone();
  await change(ana, { phoneNumber: last });
  expect(await text(cem)).toBe('409 number_changed');
  await receiveText(app, cem, last, 'It is me');
  expect((await cem.ask(routes.sendMessage, { body: { conversationId, body: 'Hi' } })).status).toBe(201);
});

it('a scheduled text goes to the number that it was written for, or to the new one once its author has seen it', async () => {
  const { ana, cem, change, conversationId } = await company();
  const at = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();
  const { id } = await cem.call(routes.sendMessage, {
    body: { conversationId, body: 'See you then', scheduledAt: at(1) },
  });
  const phoneNumber = candidatePhone();
  await change(ana, { phoneNumber });
  const params = { id };
  for (const asked of [
    () => cem.ask(routes.sendMessageNow, { params, body: {} }),
    () => cem.ask(routes.updateMessage, { params, body: { scheduledAt: at(2) } }),
  ])
    expect(await asked()).toMatchObject({
      status: 409,
      body: { code: 'number_changed', details: { numberChange: { phoneNumber } } },
    });
  await cem.call(routes.updateMessage, {
    params,
    body: { scheduledAt: at(2), confirmedNumber: phoneNumber },
  });
  await cem.call(routes.sendMessageNow, { params, body: { confirmedNumber: phoneNumber } });
  await eventually(() => expect(sentTo(app, phoneNumber)).toEqual(['See you then']));
});
