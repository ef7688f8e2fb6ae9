import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Registration, RegistrationFinding } from '../../../contract/registration.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import { makeAccount, makeUser, makeUserSession } from '../../testing/make.ts';
import { makeRegistration, makeRegistrationDraft } from '../../testing/make-registration.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

const required = (over: Partial<Registration> = {}) =>
  makeRegistration({ isRequired: true, can: { edit: true, submit: true }, ...over });

/** All of the first step but the EIN. */
const company = makeRegistrationDraft({
  legalName: 'Acme Staffing LLC',
  entityType: 'corporation',
  street: '1 Harbor Way',
  city: 'Oakland',
  state: 'CA',
  postalCode: '94607',
  website: 'https://acme.example',
});

function apiWith(registration: Registration, findings: RegistrationFinding[] = []) {
  const api = createFakeApi();
  const state = { registration, findings };
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listSessions, [makeUserSession({ isCurrent: true })]);
  api.answer(routes.getRegistration, () => state.registration);
  api.answer(routes.updateRegistration, ({ body: { ein, ...draft } }) => {
    const given = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
    state.registration = {
      ...state.registration,
      draft: { ...state.registration.draft, ...given },
      einLast4: ein ? ein.slice(-4) : state.registration.einLast4,
    };
    return state.registration;
  });
  api.answer(routes.checkRegistration, () => ({ findings: state.findings }));
  api.answer(routes.submitRegistration, () => {
    state.registration = {
      ...state.registration,
      state: 'submitted',
      history: [{ state: 'submitted', at: '2026-11-21T15:00:00.000Z' }],
      can: { edit: false, submit: false },
    };
    return state.registration;
  });
  return { api, state };
}

const missing: RegistrationFinding = {
  field: 'contactEmail',
  severity: 'refusal',
  sentence: 'Anyone can get an address at gmail.com.',
  fix: "Use an address at your company's domain.",
};

test('a draft is saved step by step, and the EIN is not shown again', async () => {
  const { api } = apiWith(required({ draft: { ...company, legalName: '' } }));
  const { user } = renderApp(paths.registration, { api });
  await fill(user, await screen.findByLabelText('Legal name'), 'Acme Staffing LLC');
  await user.type(screen.getByLabelText('EIN'), '12-3456789');
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));

  const heading = await screen.findByRole('heading', { name: 'Contact' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(api.asked(routes.updateRegistration)[0]?.body).toMatchObject({
    legalName: 'Acme Staffing LLC',
    ein: '12-3456789',
  });
  await user.click(screen.getByRole('button', { name: 'Company' }));
  const ein = await screen.findByLabelText<HTMLInputElement>('EIN');
  expect(ein.value).toBe('');
  expect(ein.placeholder).toBe('•••••6789');
  // Nothing was changed, so nothing is saved.
  expect(api.asked(routes.updateRegistration)).toHaveLength(1);
});

test('what is wrong stands at its field, and keeps from going on', async () => {
  const { api } = apiWith(required());
  const { user } = renderApp(paths.registration, { api });
  await user.type(await screen.findByLabelText('EIN'), '12');
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  expect(await screen.findByText('Enter a nine-digit EIN, e.g. 12-3456789')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Contact' })).toBeNull();
  expect(api.asked(routes.updateRegistration)).toHaveLength(0);
});

test('an empty step is refused at that step, and can be saved', async () => {
  const { api } = apiWith(required());
  const { user } = renderApp(paths.registration, { api });
  await fill(user, await screen.findByLabelText('City'), 'Oakland');
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  for (const name of ['legal name', 'company type', 'EIN', 'street', 'state', 'ZIP code', 'website'])
    expect(await screen.findByText(`The ${name} is required`)).toBeTruthy();
  expect(screen.queryByText('The city is required')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Company' })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Legal name')));
  expect(api.asked(routes.updateRegistration)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(api.asked(routes.updateRegistration)).toHaveLength(1));
});

test('a website needs to be one; the scheme is added', async () => {
  const { api } = apiWith(required());
  const { user } = renderApp(paths.registration, { api });
  const website = await screen.findByLabelText<HTMLInputElement>('Website');
  await fill(user, website, 'acme');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('The website field must be a valid URL.')).toBeTruthy();
  await user.clear(website);
  await fill(user, website, 'acme.com');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() =>
    expect(api.asked(routes.updateRegistration)[0]?.body).toMatchObject({ website: 'https://acme.com' }),
  );
});

test('what the server refuses stands at its field', async () => {
  const { api } = apiWith(required());
  api.answer(routes.updateRegistration, new Refusal('invalid', { city: ['The city is too long'] }));
  const { user } = renderApp(paths.registration, { api });
  await fill(user, await screen.findByLabelText('City'), 'Oakland');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('The city is too long')).toBeTruthy();
});

test('the check lists what would be refused, leads to the field, and then lets it be submitted', async () => {
  const { api, state } = apiWith(required(), [missing]);
  const { user } = renderApp(paths.registration, { api });
  await user.click(await screen.findByRole('button', { name: 'Check and submit' }));
  expect(await screen.findByText('Fix one thing before you submit.')).toBeTruthy();
  expect(screen.getByText(missing.fix ?? '')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' }).disabled).toBe(true);

  await user.click(screen.getByRole('button', { name: `Change: ${missing.sentence}` }));
  const email = await screen.findByLabelText('Business email');
  await waitFor(() => expect(document.activeElement).toBe(email));

  state.findings = [];
  await user.click(screen.getByRole('button', { name: 'Check and submit' }));
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
  const progress = await screen.findByRole('list', { name: 'Progress' });
  expect(within(progress).getByText('Submitted').closest('li')?.getAttribute('aria-current')).toBe('step');
  expect(within(progress).getByText('Approved')).toBeTruthy();
  expect(screen.queryByLabelText('Legal name')).toBeNull();
});

test('a check that fails can be tried again', async () => {
  const { api } = apiWith(required());
  api.answer(routes.checkRegistration, new Refusal('internal'));
  const { user } = renderApp(paths.registration, { api });
  await user.click(await screen.findByRole('button', { name: 'Check and submit' }));
  expect(await screen.findByText("The check couldn't be loaded.")).toBeTruthy();
  api.answer(routes.checkRegistration, { findings: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Everything looks good. You can submit.')).toBeTruthy();
});

test('a rejection says what to change, and leads there', async () => {
  const { api } = apiWith(
    required({
      state: 'rejected',
      rejected: { stage: 'campaign', findings: [{ ...missing, field: 'samples', sentence: 'No brand.' }] },
      history: [
        { state: 'submitted', at: '2026-11-20T15:00:00.000Z' },
        { state: 'rejected', at: '2026-11-21T15:00:00.000Z' },
      ],
    }),
  );
  const { user } = renderApp(paths.registration, { api });
  const change = await screen.findByRole('region', { name: 'What to fix' });
  await user.click(within(change).getByRole('button', { name: 'Change: No brand.' }));
  const sample = await screen.findByLabelText('Sample text 1');
  await waitFor(() => expect(document.activeElement).toBe(sample));
});

test('what is approved is shown, with the numbers that can text', async () => {
  const { api } = apiWith(
    required({
      state: 'approved',
      draft: makeRegistrationDraft({ legalName: 'Acme Staffing LLC' }),
      einLast4: '6789',
      can: { edit: false, submit: false },
      numbers: [
        {
          phoneNumber: '+14155550100',
          phoneNumberFormatted: '(415) 555-0100',
          isRegistered: true,
          refusal: null,
        },
        {
          phoneNumber: '+14155550101',
          phoneNumberFormatted: '(415) 555-0101',
          isRegistered: false,
          refusal: null,
        },
      ],
    }),
  );
  renderApp(paths.registration, { api });
  expect(await screen.findByText('Acme Staffing LLC')).toBeTruthy();
  expect(screen.getByText('•••••6789')).toBeTruthy();
  expect(screen.getByText('Can text')).toBeTruthy();
  expect(screen.getByText('Waiting')).toBeTruthy();
});

test('a number that the carriers did not take says why', async () => {
  const { api } = apiWith(
    required({
      state: 'approved',
      can: { edit: false, submit: false },
      numbers: [
        {
          phoneNumber: '+14155550100',
          phoneNumberFormatted: '(415) 555-0100',
          isRegistered: false,
          refusal: 'The limit of 49 numbers is reached.',
        },
      ],
    }),
  );
  renderApp(paths.registration, { api });
  expect(await screen.findByText('Not accepted')).toBeTruthy();
  expect(screen.getByText('The carrier says: The limit of 49 numbers is reached.')).toBeTruthy();
  expect(screen.getByText(/carriers didn't accept all of its numbers/)).toBeTruthy();
});

test('a suspension shows the carriers’ reason, and whom to write to', async () => {
  const findings = [
    { field: null, severity: 'refusal' as const, sentence: 'Too many people complained.', fix: null },
  ];
  const { api } = apiWith(
    required({ state: 'suspended', suspended: { findings }, can: { edit: false, submit: false } }),
  );
  renderApp(paths.registration, { api });
  const said = await screen.findByRole('region', { name: 'What the carriers say' });
  expect(within(said).getByText('Too many people complained.')).toBeTruthy();
  expect(screen.getByText(/Contact us/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
});

test('each step ahead says how long it usually takes', async () => {
  const { api } = apiWith(
    required({
      state: 'submitted',
      history: [{ state: 'submitted', at: '2026-11-20T12:00:00.000Z' }],
      can: { edit: false, submit: false },
    }),
  );
  renderApp(paths.registration, { api });
  const progress = await screen.findByRole('list', { name: 'Progress' });
  expect(within(progress).getByText('Minutes to a few days')).toBeTruthy();
  expect(within(progress).getByText('Two to three weeks')).toBeTruthy();
});

test('a member sees whom to ask', async () => {
  const { api } = apiWith(required());
  api.answer(routes.getUser, makeUser({ userType: 'member' }));
  renderApp(paths.registration, { api });
  expect(await screen.findByText('Only an admin can open this.')).toBeTruthy();
  expect(screen.getByText('Ask Dana Reed.')).toBeTruthy();
});

test('the account names it where the carriers ask for it, and only there', async () => {
  const { api, state } = apiWith(required());
  const shown = renderApp(paths.accountCompany, { api });
  expect(await screen.findByRole('link', { name: 'Register your company' })).toBeTruthy();
  shown.unmount();

  state.registration = makeRegistration();
  renderApp(paths.accountCompany, { api });
  await screen.findByRole('heading', { name: 'Company' });
  expect(screen.queryByText('Carrier registration')).toBeNull();
});

test("above an admin's inbox stands that texts wait", async () => {
  const { api } = createInboxApi({ conversations: [] });
  api.answer(routes.getRegistration, required());
  const shown = renderApp(paths.messages, { api });
  const banner = await screen.findByRole('region', { name: 'Carrier registration' });
  expect(within(banner).getByRole('link', { name: 'Register' }).getAttribute('href')).toBe(
    paths.registration,
  );
  shown.unmount();

  for (const [state, action] of [
    ['rejected', 'Fix'],
    ['suspended', 'View'],
    ['campaignInReview', 'View'],
  ] as const) {
    api.answer(routes.getRegistration, required({ state }));
    const again = renderApp(paths.messages, { api });
    expect(await screen.findByRole('link', { name: action })).toBeTruthy();
    again.unmount();
  }

  api.answer(routes.getRegistration, required({ state: 'approved' }));
  renderApp(paths.messages, { api });
  await screen.findByRole('region', { name: 'Conversations' });
  expect(screen.queryByRole('region', { name: 'Carrier registration' })).toBeNull();
});

test('typing on while the draft is saved loses nothing, and the page stays', async () => {
  const { api, state } = apiWith(required({ draft: company, einLast4: '6789' }));
  const saved = Promise.withResolvers<void>();
  api.answer(routes.updateRegistration, async ({ body }) => {
    await saved.promise;
    const legalName = body.legalName ?? '';
    state.registration = { ...state.registration, draft: { ...state.registration.draft, legalName } };
    return state.registration;
  });
  const { user } = renderApp(paths.registration, { api });
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  await fill(user, await field('Legal name'), ' Inc.');
  const sent = (await field('Legal name')).value;
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  await fill(user, await field('City'), ' North');
  const typed = (await field('City')).value;
  saved.resolve();
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save draft' }).disabled).toBe(false),
  );
  expect((await field('Legal name')).value).toBe(sent.trim());
  expect((await field('City')).value).toBe(typed);
  expect(screen.getByRole('heading', { name: 'Company' })).toBeTruthy();
});
