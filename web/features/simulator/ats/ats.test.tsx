import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import {
  type SimulatedAts,
  SimulatedInterviewInput,
  SimulatedMoveInput,
} from '../../../../contract/simulator.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const company = (): SimulatedAts => ({
  jobs: [
    {
      id: '1',
      name: 'Night-shift nurse',
      stages: [
        { id: '11', name: 'Application Review' },
        { id: '12', name: 'Offer' },
      ],
    },
  ],
  people: [
    {
      id: '2',
      firstName: 'Delia',
      lastName: 'Marchetti',
      email: 'delia@mail.example',
      phoneFormatted: '(541) 555-0161',
      phoneNumber: '+15415550161',
      applications: [{ id: '3', jobId: '1', stageId: '11', interviews: [] }],
      notes: [{ id: '4', body: 'Text to Delia: Hi!', author: null, createdAt: '2026-11-21T15:00:00.000Z' }],
    },
  ],
  connections: 1,
});

/** The ATS, as the server keeps it. */
function open({ path = `${paths.simulatedAts}?person=2`, isLocal = true, connections = 1 } = {}) {
  const api = createFakeApi();
  const state = { company: { ...company(), connections } };
  const [application] = state.company.people[0]?.applications ?? [];
  if (application === undefined) throw new Error('There is none');
  const change = (to: Partial<typeof application>) => Object.assign(application, to);
  async function handle(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(String(input), 'http://localhost');
    const body = () => JSON.parse(String(init.body));
    switch (`${init.method ?? 'GET'} ${pathname}`) {
      case 'GET /simulator/ats/company': {
        const { status, message } = failures.not_found;
        if (!isLocal) return Response.json({ message, code: 'not_found', requestId: 'test' }, { status });
        break;
      }
      case 'POST /simulator/ats/applications/3/move':
        change(SimulatedMoveInput.parse(body()));
        break;
      case 'POST /simulator/ats/applications/3/interviews':
        change({ interviews: [{ id: '5', ...SimulatedInterviewInput.parse(body()) }] });
        break;
      case 'DELETE /simulator/ats/interviews/5':
        change({ interviews: [] });
        break;
      default:
        return api.handle(input, init);
    }
    return Response.json(structuredClone(state.company));
  }
  return { application, ...renderApp(path, { api: { ...api, handle }, signedIn: false }) };
}

const record = () => screen.findByRole('article', { name: 'Delia Marchetti' });

test('a person has their stage, phone and notes', async () => {
  const { user } = open({ path: paths.simulatedAts });
  await user.click(await screen.findByRole('link', { name: /^Delia Marchetti/ }));
  const delia = within(await record());
  expect(delia.getByText('Text to Delia: Hi!')).toBeTruthy();
  expect(delia.getByRole('link', { name: '(541) 555-0161' }).getAttribute('href')).toMatch(
    /^\/simulator\?phone=/,
  );
  expect(screen.queryByText(/isn't connected yet/)).toBeNull();
});

test('they are moved to another stage', async () => {
  const { user, application } = open();
  const stage = within(await record()).getByRole('combobox', { name: 'Stage for Night-shift nurse' });
  await user.selectOptions(stage, 'Offer');
  expect(application.stageId).toBe('12');
  expect(await screen.findByRole('link', { name: 'Delia Marchetti Offer' })).toBeTruthy();
});

test('an interview is added for tomorrow, and canceled', async () => {
  const { user, application } = open();
  const delia = within(await record());
  await user.click(delia.getByRole('button', { name: 'Add interview' }));
  const cancel = await delia.findByRole('button', { name: /^Cancel the interview on/ });
  const [{ startsAt, endsAt } = { startsAt: '', endsAt: '' }] = application.interviews;
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  tomorrow.setHours(10, 0, 0, 0);
  expect(new Date(startsAt)).toEqual(tomorrow);
  expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(30 * 60_000);
  await user.click(cancel);
  await expect.poll(() => application.interviews).toEqual([]);
});

test('it says where to connect it', async () => {
  open({ path: paths.simulatedAts, connections: 0 });
  const link = await screen.findByRole('link', { name: 'Integrations' });
  expect(link.getAttribute('href')).toBe(paths.integrations);
});

test('in production there is no such screen', async () => {
  open({ isLocal: false });
  expect(await screen.findByText("Oops! The page you're looking for doesn't exist.")).toBeTruthy();
});
