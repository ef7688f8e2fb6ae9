import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Candidate } from '../../../../contract/candidates.ts';
import type { ConsentEvent } from '../../../../contract/consents.ts';
import type { Message } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import { Refusal } from '../../../testing/fake-api.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import {
  makeApplication,
  makeCandidate,
  makeConversation,
  makeConversationCandidate,
  makeId,
  makeJobStage,
  makeMessage,
  makeUser,
} from '../../../testing/make.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

/** A window of that width, in px. */
function screenOf(width: number) {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const em = Number(/min-width: ([\d.]+)em/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY);
    return Object.assign(new EventTarget(), {
      matches: width >= em * 16,
      media: query,
      addListener: () => {},
      removeListener: () => {},
    }) as unknown as MediaQueryList;
  });
}

const user = makeUser();

function open({
  width = 1440,
  messages = [],
  isDown = false,
  ...over
}: Partial<Candidate> & { width?: number; messages?: Partial<Message>[]; isDown?: boolean } = {}) {
  screenOf(width);
  const candidate = makeCandidate({ email: 'ana@example.com', ...over });
  const { id, firstName, lastName, phoneNumber, phoneNumberFormatted, consent } = candidate;
  const conversation = makeConversation({
    candidate: makeConversationCandidate({
      id,
      firstName,
      lastName,
      phoneNumber,
      phoneNumberFormatted,
      consent,
    }),
  });
  const inbox = createInboxApi({ conversations: [conversation], user });
  /** As the server has it. */
  const stored = { candidate, events: [] as ConsentEvent[] };
  const { api } = inbox;
  const parts = messages.map((message) => makeMessage({ ...message, conversationId: conversation.id }));
  api.answer(routes.listMessages, ({ query }) => ({
    items: parts.filter(
      ({ call, media }) =>
        !query.only || (query.only === 'calls' ? call !== null : media.some(({ url }) => url !== null)),
    ),
    nextCursor: null,
  }));
  api.answer(routes.getCandidate, () => (isDown ? new Refusal('internal') : stored.candidate));
  api.answer(routes.listConsents, () => ({ items: stored.events, nextCursor: null }));
  api.answer(routes.updateCandidate, ({ body: { updatedAt, phoneNumber, ...fields } }) => {
    if (updatedAt !== stored.candidate.updatedAt) return new Refusal('candidate_edited');
    change(fields as Partial<Candidate>);
    return stored.candidate;
  });
  let at = Date.parse(candidate.updatedAt);
  function change(fields: Partial<Candidate>) {
    at += 1000;
    stored.candidate = { ...stored.candidate, ...fields, updatedAt: new Date(at).toISOString() };
  }
  const app = renderApp(`/dashboard/messages/${conversation.id}`, { api });
  return { ...inbox, ...app, conversation, stored, change };
}

const panel = () => screen.findByRole('complementary', { name: 'Candidate details' });
const edit = (what: string) => screen.findByRole('button', { name: `Edit ${what}` });

describe('beside the thread', () => {
  test('says who the candidate is, and what time it is there', async () => {
    open({ zones: ['Asia/Kolkata'], timezone: 'Asia/Kolkata', tags: ['nurse'], jobTitle: 'Nurse' });
    const shown = within(await panel());
    expect((await shown.findByRole('link', { name: 'ana@example.com' })).getAttribute('href')).toBe(
      'mailto:ana@example.com',
    );
    expect(shown.getByText(/:\d\d [AP]M their time$/)).toBeTruthy();
    for (const text of ['Maria Lopez', 'Nurse', 'Asia/Kolkata', "Hasn't texted you yet"])
      expect(shown.getByText(text, { exact: false, ignore: 'li *' })).toBeTruthy();
    expect(within(shown.getByRole('list', { name: 'Tags' })).getByText('nurse')).toBeTruthy();
  });

  test('is hidden until it is wanted again, in every conversation and after a reload', async () => {
    const first = open();
    await panel();
    await first.user.click(await screen.findByRole('button', { name: 'Hide candidate details' }));
    expect(screen.queryByRole('complementary', { name: 'Candidate details' })).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Candidate details');
    first.unmount();
    const { user } = open();
    await screen.findByRole('heading', { level: 1, name: 'Maria Lopez' });
    expect(screen.queryByRole('complementary', { name: 'Candidate details' })).toBeNull();
    await user.keyboard('i');
    const shown = await panel();
    await waitFor(() => expect(document.activeElement).toBe(shown));
    await user.keyboard('i');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Candidate details');
  });

  test('says when they could not be loaded, and tries again', async () => {
    const { api, user, stored } = open({ width: 1200, isDown: true });
    await screen.findByText("The candidate's details couldn't be loaded.");
    api.answer(routes.getCandidate, () => stored.candidate);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await edit('email')).toBeTruthy();
  });
});

describe('a fact', () => {
  test('is edited where it stands, and shows in the thread and the list at once', async () => {
    const { user, api } = open();
    await user.click(await edit('name'));
    const first = screen.getByLabelText('First name');
    expect(document.activeElement).toBe(first);
    await user.clear(first);
    await user.type(first, 'Mariana{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Mariana Lopez' })).toBeTruthy();
    expect(within(screen.getByRole('listitem')).getByText('Mariana Lopez')).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await edit('name')));
    expect(api.asked(routes.updateCandidate).map(({ body }) => body)).toMatchObject([
      { firstName: 'Mariana', lastName: 'Lopez' },
    ]);
  });

  test('that was not changed is not saved; Escape leaves it as it was', async () => {
    const { user, api } = open();
    await user.click(await edit('email'));
    await user.keyboard('{Enter}');
    await user.click(await edit('email'));
    await fill(user, screen.getByLabelText('Email'), 'x');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('link', { name: 'ana@example.com' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Maria Lopez' })).toBeTruthy();
    expect(api.asked(routes.updateCandidate)).toEqual([]);
  });

  test.each([
    ['email', 'Email', 'ana@', 'The email is invalid'],
    ['name', 'First name', '', 'The name is required'],
  ])('%s with nonsense in it is refused there', async (what, label, text, sentence) => {
    const { user, api } = open({ lastName: '' });
    await user.click(await edit(what));
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), `${text}{Enter}`);
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(api.asked(routes.updateCandidate)).toEqual([]);
  });

  test('can be emptied', async () => {
    const { user, api } = open();
    await user.click(await edit('email'));
    await user.clear(screen.getByLabelText('Email'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'ana@example.com' })).toBeNull());
    expect(api.asked(routes.updateCandidate)[0]?.body.email).toBe(null);
  });

  test('is saved though a colleague changed another one meanwhile, which stays', async () => {
    const { user, change, stored } = open();
    await user.click(await edit('email'));
    change({ jobTitle: 'Welder' });
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'new@example.com{Enter}');
    expect(await screen.findByRole('link', { name: 'new@example.com' })).toBeTruthy();
    expect(await screen.findByText('Welder')).toBeTruthy();
    expect(stored.candidate).toMatchObject({ email: 'new@example.com', jobTitle: 'Welder' });
  });

  test('that a colleague changed meanwhile is not overwritten unseen', async () => {
    const { user, change, stored } = open();
    await user.click(await edit('email'));
    change({ email: 'theirs@example.com' });
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'mine@example.com{Enter}');
    expect(await screen.findByText(/Someone just changed this to “theirs@example.com”/)).toBeTruthy();
    expect(stored.candidate.email).toBe('theirs@example.com');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('link', { name: 'mine@example.com' })).toBeTruthy();
  });

  test('shows what a colleague saved, as soon as it is heard of', async () => {
    const { live, change, conversation } = open();
    await edit('email');
    await live.connected();
    change({ tags: ['their tag'] });
    live.emit({ type: 'conversation.updated', conversation });
    expect(await screen.findByText('their tag')).toBeTruthy();
  });

  test('who texted first gets a name from the header', async () => {
    const { user } = open({ firstName: '', lastName: '' });
    await user.click(await screen.findByRole('button', { name: 'Add name' }));
    const field = await screen.findByLabelText('First name');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.type(field, 'Rosa{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Rosa' })).toBeTruthy();
  });
});

describe('tags', () => {
  test('are added and removed, and those that a colleague adds meanwhile stay', async () => {
    const { user, change, stored } = open({ tags: ['nurse', 'night'] });
    const field = await screen.findByLabelText('New tag');
    change({ tags: ['nurse', 'night', 'theirs'] });
    await user.type(field, ' weekend {Enter}');
    await waitFor(() => expect(stored.candidate.tags).toEqual(['nurse', 'night', 'theirs', 'weekend']));
    await user.click(await screen.findByRole('button', { name: 'Remove tag night' }));
    await waitFor(() => expect(stored.candidate.tags).toEqual(['nurse', 'theirs', 'weekend']));
    expect(document.activeElement).toBe(field);
  });

  test('that are there already, or too long, are refused', async () => {
    const { user, api } = open({ tags: ['Nurse'] });
    await user.type(await screen.findByLabelText('New tag'), 'nurse{Enter}');
    expect(await screen.findByText('This tag is there already')).toBeTruthy();
    await fill(user, screen.getByLabelText('New tag'), 'x'.repeat(41));
    await user.keyboard('{Enter}');
    expect(await screen.findByText('The tag is too long')).toBeTruthy();
    expect(api.asked(routes.updateCandidate)).toEqual([]);
  });
});

describe('what is opened', () => {
  const section = (name: string) => screen.findByRole('button', { name });
  const event = (over: Partial<ConsentEvent>): ConsentEvent => ({
    id: makeId(),
    type: 'revoked',
    source: 'keyword',
    method: null,
    wording: 'STOP',
    wordingVersion: null,
    actor: null,
    at: '2026-11-20T15:00:00.000Z',
    recordedAt: '2026-11-20T15:00:00.000Z',
    ...over,
  });

  test('says how and when they agreed, opted out and back in', async () => {
    const { user, stored, api } = open({
      consent: { status: 'optedOut', changedAt: '2026-11-20T15:00:00.000Z' },
    });
    stored.events = [
      event({}),
      event({ type: 'regranted', wording: 'START' }),
      event({
        source: 'text',
        method: 'reviewed',
        wording: 'leave me be',
        actor: { id: makeId(), firstName: 'Lee', lastName: 'Ann' },
      }),
      event({ source: 'carrier', wording: null }),
      event({ type: 'held', source: 'text', wording: 'enough of this' }),
      event({
        type: 'granted',
        source: 'person',
        method: 'Application form',
        wording: 'Text me about jobs',
        wordingVersion: '2',
        actor: { id: makeId(), firstName: 'Lee', lastName: 'Ann' },
      }),
    ];
    const button = await section('Consent history');
    expect(screen.getByText('Since Nov 20, 2026 10:00 AM')).toBeTruthy();
    expect(api.asked(routes.listConsents)).toEqual([]);
    await user.click(button);
    const list = await screen.findByRole('list', { name: 'Consent history' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Opted outBy textSTOPNov 20, 2026 10:00 AM',
      'Opted back inBy textSTARTNov 20, 2026 10:00 AM',
      'Opted outBy text, reviewed by Lee Annleave me beNov 20, 2026 10:00 AM',
      'Opted outThe carrier told usNov 20, 2026 10:00 AM',
      'May have asked to stopBy textenough of thisNov 20, 2026 10:00 AM',
      'Agreed to textsApplication form, entered by Lee Ann, version 2Text me about jobsNov 20, 2026 10:00 AM',
    ]);
    for (const format of ['CSV', 'PDF'])
      expect(screen.getByRole('button', { name: `Evidence (${format})` })).toBeTruthy();
  });

  test('says when there is nothing, and when it could not be loaded', async () => {
    const { user, api } = open();
    api.answer(routes.listConsents, new Refusal('internal'));
    await user.click(await section('Consent history'));
    await screen.findByText("The consent history couldn't be loaded.");
    api.answer(routes.listConsents, { items: [], nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing on record for this number yet.')).toBeTruthy();
    await user.click(await section('Pictures'));
    expect(await screen.findByText('No pictures yet.')).toBeTruthy();
    await user.click(await section('Calls'));
    expect(await screen.findByText('No calls yet.')).toBeTruthy();
  });

  test('shows pictures, larger at a click, and calls; it is open the next time too', async () => {
    const picture = {
      id: makeId(),
      contentType: 'image/png',
      bytes: 9,
      status: 'stored' as const,
      url: 'http://localhost/media/one',
    };
    const messages = [
      { body: '', call: { outcome: 'missed' as const, seconds: null } },
      { body: 'My card', media: [picture] },
    ];
    const first = open({ messages });
    await first.user.click(await section('Pictures'));
    await first.user.click(await section('Calls'));
    const calls = await screen.findByRole('list', { name: 'Calls' });
    expect(calls.textContent).toBe('Missed callNov 20, 2026 10:00 AM');
    const shown = await screen.findByRole('list', { name: 'Pictures' });
    const button = within(shown).getByRole('button', { name: /^Show picture received Nov 20/ });
    await first.user.click(button);
    const viewer = await screen.findByRole('dialog', { name: 'Picture' });
    expect(within(viewer).getByRole('img', { name: /^Received Nov 20/ })).toBeTruthy();
    await first.user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
    first.unmount();
    open({ messages });
    expect(await screen.findByRole('list', { name: 'Pictures' })).toBeTruthy();
    expect(await screen.findByRole('list', { name: 'Calls' })).toBeTruthy();
  });

  test('has the picture that has just come', async () => {
    const { user, live, api, conversation } = open();
    await user.click(await section('Pictures'));
    await screen.findByText('No pictures yet.');
    await live.connected();
    const media = [
      {
        id: makeId(),
        contentType: 'image/png',
        bytes: 9,
        status: 'stored' as const,
        url: 'http://localhost/media/two',
      },
    ];
    const message = makeMessage({ conversationId: conversation.id, media });
    api.answer(routes.listMessages, { items: [message], nextCursor: null });
    live.emit({ type: 'message.created', message });
    expect(await screen.findByRole('list', { name: 'Pictures' })).toBeTruthy();
  });
});

describe('on a narrow screen', () => {
  const sheet = () => screen.findByRole('dialog', { name: 'Candidate details' });

  test('it is a sheet, which Escape closes; the focus is back at its button', async () => {
    const { user } = open({ width: 768 });
    const button = await screen.findByRole('button', { name: 'Candidate details' });
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(button);
    expect(await within(await sheet()).findByText('Maria Lopez')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(screen.getByRole('heading', { level: 1, name: 'Maria Lopez' })).toBeTruthy();
  });

  test('Escape in a field leaves the field only; the key i is a letter there', async () => {
    const { user } = open({ width: 360 });
    await screen.findByRole('button', { name: 'Candidate details' });
    await user.keyboard('i');
    await sheet();
    await user.click(await edit('email'));
    await user.keyboard('i{Escape}');
    expect(await edit('email')).toBeTruthy();
    expect(await sheet()).toBeTruthy();
  });
});

test('who impersonates sees them and changes nothing', async () => {
  sessionStorage.setItem(
    'hiretext:impersonation',
    JSON.stringify({ token: 'theirs', expiresAt: Date.now() + 600_000 }),
  );
  open({ firstName: '', lastName: '', tags: ['nurse'] });
  await screen.findByRole('list', { name: 'Tags' });
  expect(screen.queryByRole('button', { name: /^(Edit|Remove|Add)/ })).toBeNull();
});

test('the list of keys names the key', async () => {
  const { user } = open();
  await panel();
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  const line = within(help).getByText('Show or hide candidate details').closest('tr');
  expect(line?.textContent).toContain('i');
});

describe('a person of a connected system', () => {
  test('is named, and unlinked after a question', async () => {
    const { user, api, stored } = open({ externalIds: { greenhouse: '123', crm: '9' } });
    api.answer(routes.unlinkCandidate, () => {
      stored.candidate = { ...stored.candidate, externalIds: {} };
      return { status: 'ok' as const };
    });
    const shown = within(await panel());
    const list = within(await shown.findByRole('list', { name: 'Linked to' }));
    expect(list.getByText('ID 123')).toBeTruthy();
    expect(list.queryByText('ID 9')).toBeNull();
    await user.click(list.getByRole('button', { name: 'Unlink from Greenhouse' }));
    const dialog = await screen.findByRole('dialog', { name: /^Unlink .* from Greenhouse\?$/ });
    expect(api.asked(routes.unlinkCandidate)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Unlink' }));
    await waitFor(() => expect(shown.queryByRole('list', { name: 'Linked to' })).toBeNull());
    expect(api.asked(routes.unlinkCandidate).map(({ body }) => body)).toEqual([
      { atsType: 'greenhouse', externalId: '123' },
    ]);
  });
});

test('a person of a connected system stays linked where colleagues have conversations', async () => {
  open({ externalIds: { greenhouse: '123' }, can: { delete: false, changeNumber: false } });
  const list = within(await within(await panel()).findByRole('list', { name: 'Linked to' }));
  expect(list.getByText('ID 123')).toBeTruthy();
  expect(list.queryByRole('button')).toBeNull();
});

describe('what they applied for', () => {
  const application = makeApplication({ jobId: 'job-1', stageId: 'stage-1', stageName: 'Phone screen' });
  const stages = [
    makeJobStage({ id: 'stage-1', name: 'Phone screen', jobId: 'job-1' }),
    makeJobStage({ id: 'stage-2', name: 'Offer', jobId: 'job-1' }),
    makeJobStage({ id: 'stage-9', name: 'Elsewhere', jobId: 'job-2' }),
    makeJobStage({ id: 'stage-8', name: 'Of another system', jobId: null, atsType: 'lever' }),
  ];

  test('says job, stage and source, and leads to the profile', async () => {
    open({ applications: [application] });
    const shown = within(await panel());
    const item = within(await shown.findByRole('list', { name: 'Application' }));
    for (const text of ['Night nurse', 'Phone screen', /From Referral/])
      expect(item.getByText(text)).toBeTruthy();
    expect(item.getByRole('link', { name: 'Open in Greenhouse' }).getAttribute('href')).toBe(
      application.profileUrl,
    );
  });

  test('moves to another stage of the job after a question', async () => {
    const { user, api, stored } = open({ applications: [application] });
    api.answer(routes.listJobStages, stages);
    api.answer(routes.moveStage, ({ body }) => {
      const moved = { ...application, stageId: body.stageId, stageName: 'Offer' };
      stored.candidate = { ...stored.candidate, applications: [moved] };
      return moved;
    });
    const shown = within(await panel());
    await user.click(await shown.findByRole('button', { name: 'Move Night nurse to another stage' }));
    await user.click(await screen.findByRole('combobox', { name: 'New stage' }));
    const options = (await screen.findAllByRole('option', { hidden: true })).filter(
      (option) => option.closest('select') === null,
    );
    expect(options.map(({ textContent }) => textContent)).toEqual(['Offer']);
    await user.click(screen.getByRole('option', { name: 'Offer', hidden: true }));
    expect(api.asked(routes.moveStage)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Move to Offer' }));
    expect(await screen.findByText('Moved to Offer')).toBeTruthy();
    await waitFor(() => expect(shown.getByText('Offer')).toBeTruthy());
    expect(api.asked(routes.moveStage).map(({ body }) => body)).toEqual([
      { applicationId: application.id, stageId: 'stage-2', fromStageId: 'stage-1' },
    ]);
  });

  test('shows where they are when a colleague was faster', async () => {
    const { user, api, stored } = open({ applications: [application] });
    api.answer(routes.listJobStages, stages);
    api.answer(routes.moveStage, () => {
      stored.candidate = {
        ...stored.candidate,
        applications: [{ ...application, stageId: 'stage-3', stageName: 'Interview' }],
      };
      return new Refusal('stage_moved');
    });
    const shown = within(await panel());
    await user.click(await shown.findByRole('button', { name: 'Move Night nurse to another stage' }));
    await user.click(await screen.findByRole('combobox', { name: 'New stage' }));
    await user.click(await screen.findByRole('option', { name: 'Offer', hidden: true }));
    await user.click(screen.getByRole('button', { name: 'Move to Offer' }));
    expect(await screen.findByText(/^Someone just moved this candidate/)).toBeTruthy();
    expect(await shown.findByText('Interview')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('to an own job leads to its board and moves there; another job is added', async () => {
    const [lead, jobId] = [makeId(), makeId()];
    const own = makeApplication({
      stageId: lead,
      atsType: null,
      externalId: null,
      source: null,
      profileUrl: null,
      can: { moveStage: true, remove: true },
    });
    const { user, api, stored } = open({ applications: [own] });
    const ownStages = [
      makeJobStage({ id: lead, atsType: null, jobId: null, jobName: null }),
      makeJobStage({ id: 'stage-2', name: 'Hired', atsType: null, jobId: null, jobName: null }),
    ];
    api.answer(routes.listJobStages, [...ownStages, ...stages]);
    const welder = { id: jobId, name: 'Welder', status: 'open', candidates: 0 } as const;
    const createdAt = '2026-11-20T15:00:00.000Z';
    const filled = { ...welder, id: 'job-1', name: 'Night nurse', createdAt };
    api.answer(routes.listJobs, { items: [{ ...welder, createdAt }, filled], nextCursor: null });
    api.answer(routes.createApplication, ({ body }) => {
      const added = makeApplication({ ...own, jobId: body.jobId, jobName: 'Welder' });
      stored.candidate = { ...stored.candidate, applications: [own, added] };
      return added;
    });
    const shown = within(await panel());
    const link = await shown.findByRole('link', { name: 'Night nurse' });
    expect(link.getAttribute('href')).toBe('/dashboard/jobs/job-1');
    expect(shown.queryByText(/Greenhouse/)).toBeNull();
    await user.click(shown.getByRole('button', { name: 'Move Night nurse to another stage' }));
    await user.click(await screen.findByRole('combobox', { name: 'New stage' }));
    const options = (await screen.findAllByRole('option', { hidden: true })).filter(
      (option) => option.closest('select') === null,
    );
    expect(options.map(({ textContent }) => textContent)).toEqual(['Hired']);
    expect(screen.getByRole('dialog').textContent).not.toContain('They move in');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));

    await user.click(await shown.findByRole('button', { name: 'Add to a job' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Maria Lopez to a job' }));
    await user.click(await dialog.findByRole('combobox', { name: 'Job' }));
    await user.click(await screen.findByRole('option', { name: 'Welder', hidden: true }));
    expect(screen.queryByRole('option', { name: 'Night nurse', hidden: true })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Add to job' }));
    expect(await shown.findByRole('link', { name: 'Welder' })).toBeTruthy();
    expect(api.asked(routes.createApplication).map(({ body }) => body)).toEqual([
      { candidateId: stored.candidate.id, jobId, stageId: lead },
    ]);
  });

  test('marks what people changed here, which the system leaves alone', async () => {
    open({ applications: [application], editedFields: ['email'] });
    const shown = within(await panel());
    expect(await shown.findByText('Email · edited here')).toBeTruthy();
    expect(shown.getByText('Job title')).toBeTruthy();
  });

  test('has no button if the system lets no one move them', async () => {
    open({ applications: [{ ...application, can: { moveStage: false, remove: false } }] });
    const shown = within(await panel());
    await shown.findByText('Night nurse');
    expect(shown.queryByRole('button', { name: /^Move/ })).toBeNull();
  });
});
