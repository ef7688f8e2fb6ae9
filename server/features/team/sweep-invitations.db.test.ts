import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { INVITATION_DAYS } from '../../../contract/team.ts';
import { type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { sweepInvitations } from './sweep-invitations.ts';

const KEPT_DAYS = INVITATION_DAYS + 90;

let app: TestApp;
let ana: Recruiter;
beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());

const sweepIn = (days: number) =>
  sweepInvitations({ db: app.deps.db, clock: () => new Date(Date.now() + days * 24 * 3600_000) });

/** As the team page shows it. */
async function seat(id: string | undefined) {
  return (await ana.call(routes.getSeats, {})).find((each) => each.id === id);
}

it('an expired invitation is shown, and can be sent again, for 90 days; then its seat is available', async () => {
  const email = 'fay@example.org';
  await ana.call(routes.inviteUser, { body: { email, firstName: 'Fay', lastName: 'Moreau' } });
  const pending = (await ana.call(routes.getSeats, {})).find(({ pendingEmail }) => pendingEmail === email);
  expect(pending?.invitation).toMatchObject({ firstName: 'Fay', lastName: 'Moreau' });

  await sweepIn(KEPT_DAYS - 1);
  expect(await seat(pending?.id)).toEqual(pending);
  await ana.call(routes.resendInvitation, { body: { email } });

  await sweepIn(KEPT_DAYS + 1);
  expect(await seat(pending?.id)).toMatchObject({
    status: 'available',
    pendingEmail: null,
    invitation: null,
  });
  expect(await ana.refusal(routes.resendInvitation, { body: { email } })).toBe('404 invitation_not_pending');
  await ana.call(routes.inviteUser, { body: { email } });
});
