import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { candidatePhone, eventually, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { sendText, untilStatus } from '../../../testing/texting.ts';
import { rollUpNow } from '../figures/roll-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it('a number has what became of its texts and what to do; members see their own', async () => {
  const ana = await app.signUp();
  const ben = await app.addColleague(ana);
  await untilStatus(ben, await sendText(ben, candidatePhone(), 'See bit.ly/jobs'), 'delivered');
  app.twilio.control.receipts({ final: 'undelivered', errorCode: '30007' });
  await untilStatus(ben, await sendText(ben, candidatePhone(), 'Earn money fast'), 'undelivered');
  const doctor = await eventually(async () => {
    await rollUpNow(app.deps);
    const found = await ben.call(routes.getDeliveryDoctor, { query: {} });
    expect(found.numbers[0]).toMatchObject({ sent: 2, delivered: 1 });
    return found;
  });
  expect(doctor.numbers).toMatchObject([
    {
      phoneNumber: ben.number,
      owner: { id: ben.userId },
      failed: 1,
      filtered: 1,
      optOuts: 0,
      reasons: [{ code: 'filtered', count: 1, advice: expect.stringContaining("Don't send the same words") }],
      days: [{ sent: 2, delivered: 1, failed: 1 }],
      warnings: ['shortLinks'],
    },
  ]);
  const all = await ana.call(routes.getDeliveryDoctor, { query: { days: 1 } });
  expect(all.numbers.map(({ phoneNumber }) => phoneNumber)).toEqual([ben.number, ana.number]);
  expect(await ben.refusal(routes.getDeliveryDoctor, { query: { days: 91 } })).toBe('422 invalid');
  const other = await app.signUp();
  expect((await other.call(routes.getDeliveryDoctor, { query: {} })).numbers).toMatchObject([
    { phoneNumber: other.number, sent: 0, reasons: [], days: [], warnings: [] },
  ]);
});
