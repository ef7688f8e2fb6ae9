import * as routes from '../../contract/routes.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';
import { signUpVerified, type VerifiedPerson } from './verified-person.ts';

/** Where staff of the servers under test have their mail. */
export const STAFF_DOMAIN = 'staff.example';

/** A server that has staff, and Sam Lee, one of them. */
export async function startStaffApp(
  options: TestAppOptions = {},
): Promise<{ app: TestApp; sam: VerifiedPerson }> {
  const variables = { STAFF_EMAIL_DOMAINS: STAFF_DOMAIN, QUIET_HOURS: 'off', ...options.variables };
  const app = await startTestApp({ ...options, variables });
  return { app, sam: await signUpStaff(app) };
}

let staff = 0;

/** Someone who runs this Hiretext, with a second step. */
export async function signUpStaff(app: TestApp): Promise<VerifiedPerson> {
  staff += 1;
  const person = await signUpVerified(app, `sam${staff}@${STAFF_DOMAIN}`);
  await person.call(routes.updateUser, { body: { firstName: 'Sam', lastName: 'Lee', mfaEnabled: true } });
  return person;
}
