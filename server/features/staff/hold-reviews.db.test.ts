import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { startStaffApp } from '../../testing/staff.ts';
import { candidatePhone, type Recruiter, type TestApp } from '../../testing/test-app.ts';
import { receiveText } from '../../testing/texting.ts';
import type { VerifiedPerson } from '../../testing/verified-person.ts';

let app: TestApp;
let sam: VerifiedPerson;
let ana: Recruiter;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
  ana = await app.signUp();
});
afterAll(() => app.stop());

it('what people decided on held texts is listed, newest first, page by page', async () => {
  for (const [wording, optOut] of [
    ['please stop texting me', true],
    ['Not interested', false],
  ] as const) {
    const { id } = await receiveText(app, ana, candidatePhone(), wording);
    await ana.call(routes.reviewHold, { params: { id }, body: { optOut } });
  }
  const first = await sam.call(routes.listHoldReviews, { query: { limit: 1 } });
  expect(first.items).toMatchObject([
    {
      wording: 'Not interested',
      optedOut: false,
      account: { id: ana.accountId },
      reviewedBy: { id: ana.userId },
    },
  ]);
  const second = await sam.call(routes.listHoldReviews, {
    query: { limit: 1, cursor: first.nextCursor ?? undefined },
  });
  expect(second.items).toMatchObject([{ wording: 'please stop texting me', optedOut: true }]);
});
