import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConsentEvent } from '../../../contract/candidates.ts';
import * as routes from '../../../contract/routes.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { conversationWith, receiveText } from '../../testing/texting.ts';

let app: TestApp;
let ana: Recruiter;
let cem: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  cem = await app.addColleague(ana);
});
afterAll(() => app.stop());

const history = async (person: Recruiter, id: string) =>
  (await person.call(routes.listConsentEvents, { params: { id } })).items;

const shownOf = ({ change, source, wording, reviewedBy }: ConsentEvent) => ({
  change,
  source,
  wording,
  by: reviewedBy?.id ?? null,
});

/** Someone who may have asked to stop, as Ana has decided. */
async function reviewed(phone: string): Promise<string> {
  const { id, candidate } = await receiveText(app, ana, phone, 'please stop texting me');
  await eventually(() => ana.call(routes.reviewHold, { params: { id }, body: { optOut: true } }));
  return candidate.id;
}

it('lists in whose words someone opted out and back in, newest first', async () => {
  const phone = candidatePhone();
  const id = await reviewed(phone);
  await receiveText(app, ana, phone, 'START');
  await receiveText(app, ana, phone, 'Stop, thanks');
  const events = await history(ana, id);
  expect(events.map(shownOf)).toEqual([
    { change: 'optedOut', source: 'keyword', wording: 'Stop, thanks', by: null },
    { change: 'optedIn', source: 'keyword', wording: 'START', by: null },
    { change: 'optedOut', source: 'reviewed', wording: 'please stop texting me', by: ana.userId },
  ]);

  const walked: ConsentEvent[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: ConsentEvent[]; nextCursor: string | null } = await ana.call(
      routes.listConsentEvents,
      { params: { id }, query: { limit: 1, ...(cursor === null ? {} : { cursor }) } },
    );
    walked.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(walked).toEqual(events);
});

it('goes with the number, so that a new one has its own history', async () => {
  const id = await reviewed(candidatePhone());
  await ana.call(routes.updateCandidate, { params: { id }, body: { phoneNumber: candidatePhone() } });
  expect(await history(ana, id)).toEqual([]);
});

it('shows a colleague who sees no conversation with them when, and not what they wrote', async () => {
  const id = await reviewed(candidatePhone());
  expect((await history(cem, id)).map(shownOf)).toEqual([
    { change: 'optedOut', source: 'reviewed', wording: null, by: ana.userId },
  ]);
  const admin = await app.addColleague(ana, 'admin');
  expect((await history(admin, id)).map(shownOf)).toMatchObject([{ wording: 'please stop texting me' }]);
});

it('shows no one but admins what was written to a colleague before the candidate was deleted', async () => {
  const phone = candidatePhone();
  await ana.call(routes.deleteCandidate, { params: { id: await reviewed(phone) } });
  const { id } = await cem.call(routes.createCandidate, {
    body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: phone },
  });
  expect((await history(cem, id)).map(shownOf)).toMatchObject([{ change: 'optedOut', wording: null }]);
  expect((await history(ana, id)).map(shownOf)).toMatchObject([{ wording: 'please stop texting me' }]);
  await expect(conversationWith(cem, phone)).rejects.toThrow();
});
