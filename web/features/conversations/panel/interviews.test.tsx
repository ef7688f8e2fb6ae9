import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Interview } from '../../../../contract/interviews.ts';
import * as routes from '../../../../contract/routes.ts';
import { Refusal } from '../../../testing/fake-api.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import {
  makeCandidate,
  makeConversation,
  makeConversationCandidate,
  makeInterview,
  makeUser,
} from '../../../testing/make.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

// The year before that of the dates below.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2098-06-15T15:00:00Z'), toFake: ['Date'] }));

const candidate = makeCandidate({ zones: ['America/Chicago'] });
const ofMine = (over: Partial<Interview> = {}) => makeInterview({ candidateId: candidate.id, ...over });

async function open(interviews: Interview[] = [], over: { isDown?: boolean } = {}) {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        matches: true,
        media,
        addListener: () => {},
        removeListener: () => {},
      }) as unknown as MediaQueryList,
  );
  const { id, firstName, lastName, phoneNumber, phoneNumberFormatted, consent } = candidate;
  const person = makeConversationCandidate({
    id,
    firstName,
    lastName,
    phoneNumber,
    phoneNumberFormatted,
    consent,
  });
  const conversation = makeConversation({ candidate: person });
  const user = makeUser({ timezone: 'America/New_York' });
  const inbox = createInboxApi({ conversations: [conversation], user });
  const stored = { interviews, isDown: over.isDown ?? false };
  const { api } = inbox;
  api.answer(routes.getCandidate, candidate);
  api.answer(routes.listInterviews, () =>
    stored.isDown
      ? new Refusal('internal')
      : {
          items: stored.interviews.toSorted((a, b) => b.startsAt.localeCompare(a.startsAt)),
          nextCursor: null,
        },
  );
  api.answer(routes.createInterview, ({ body }) => {
    const { candidateId, startsAt, endsAt, title, interviewers = [] } = body;
    const made = makeInterview({ candidateId, startsAt, endsAt, title, interviewers });
    stored.interviews = [...stored.interviews, made];
    return made;
  });
  const put = (changed: string, fields: Partial<Interview>) => {
    const found = stored.interviews.find((each) => each.id === changed) ?? ofMine();
    const now = { ...found, ...fields };
    stored.interviews = stored.interviews.map((each) => (each.id === changed ? now : each));
    return now;
  };
  api.answer(routes.updateInterview, ({ params, body: { status, title } }) =>
    put(params.id, { ...(status ? { status } : {}), ...(title ? { title } : {}) }),
  );
  api.answer(routes.cancelInterview, ({ params }) => {
    put(params.id, { status: 'canceled' });
    return { status: 'ok' as const };
  });
  const app = renderApp(`/dashboard/messages/${conversation.id}`, { api });
  await app.user.click(await screen.findByRole('button', { name: 'Interviews' }));
  return { ...inbox, ...app, stored, conversation };
}

const upcoming = () => screen.findByRole('list', { name: 'Upcoming interviews' });
const dialog = (name: string) => screen.findByRole('dialog', { name });
const set = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

describe('the list', () => {
  test('has upcoming ones first, with the time in both zones, the place, who, and past ones folded', async () => {
    const { user } = await open([
      ofMine({ title: 'Panel', startsAt: '2099-04-03T15:00:00.000Z', endsAt: '2099-04-03T16:00:00.000Z' }),
      ofMine({
        status: 'confirmed',
        location: '120 Main Street',
        videoUrl: 'https://meet.example.com/ana',
        interviewers: ['Mia Chen', 'Bo Li'],
      }),
      ofMine({
        title: 'Phone call',
        startsAt: '2026-01-02T15:00:00.000Z',
        endsAt: '2026-01-02T15:30:00.000Z',
      }),
    ]);
    const [first, second, ...more] = within(await upcoming()).getAllByRole('listitem');
    expect(more).toEqual([]);
    for (const words of [
      'Screening',
      'Tuesday, Mar 3, 2099, 10:00 AM to 10:30 AM',
      '9:00 AM to 9:30 AM their time',
      '120 Main Street',
      'With Mia Chen and Bo Li',
      'Confirmed',
    ])
      expect(first?.textContent).toContain(words);
    expect(
      within(first as HTMLElement)
        .getByRole('link', { name: 'Join by video' })
        .getAttribute('href'),
    ).toBe('https://meet.example.com/ana');
    expect(second?.textContent).toContain('Panel');
    expect(screen.queryByText('Phone call')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show past interviews' }));
    expect(
      within(screen.getByRole('list', { name: 'Past interviews' })).getByText('Phone call'),
    ).toBeTruthy();
  });

  test('shows whose each is, without a button for what cannot be changed here', async () => {
    await open([
      ofMine({ title: 'Synced', atsType: 'lever', createdBy: null, can: { edit: false } }),
      ofMine({
        title: 'Foreign',
        createdBy: { id: candidate.id, firstName: 'Cem', lastName: 'Ak' },
        can: { edit: false },
      }),
    ]);
    const list = within(await upcoming());
    expect(list.getByText('From Lever')).toBeTruthy();
    expect(list.getByText('Added by Cem Ak')).toBeTruthy();
    expect(list.queryByRole('button')).toBeNull();
  });

  test('marks those to be moved', async () => {
    const rescheduleRequestedAt = '2026-11-20T15:00:00.000Z';
    await open([ofMine({ status: 'confirmed', rescheduleRequestedAt })]);
    const [entry] = within(await upcoming()).getAllByRole('listitem');
    expect(entry?.textContent).toContain('Asked for another time');
    expect(entry?.textContent).not.toContain('Confirmed');
  });

  test('is empty, or could not be loaded and is tried again', async () => {
    const { user, stored } = await open([], { isDown: true });
    await screen.findByText("The interviews couldn't be loaded.");
    stored.isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No interviews yet.')).toBeTruthy();
  });

  test('is loaded again when a colleague changes something', async () => {
    const { stored, live, conversation } = await open();
    await screen.findByText('No interviews yet.');
    await live.connected();
    stored.interviews = [ofMine()];
    live.emit({ type: 'conversation.updated', conversation });
    expect(within(await upcoming()).getByText('Screening')).toBeTruthy();
  });
});

describe('an interview', () => {
  test("is added in the candidate's time, by keyboard", async () => {
    const { user, api } = await open();
    (await screen.findByRole('button', { name: 'Add interview' })).focus();
    await user.keyboard('{Enter}');
    const form = within(await dialog('Add an interview with Maria Lopez'));
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Title')));
    await user.keyboard('Second talk{Enter}');
    expect(await form.findByText('Choose a date')).toBeTruthy();
    set(form.getByLabelText('Date'), '2099-03-08');
    set(form.getByLabelText('Start'), '02:30');
    await user.click(form.getByRole('button', { name: 'Add interview' }));
    expect(await form.findByText(/skip this time/)).toBeTruthy();
    expect(form.getByText("The candidate's time zone")).toBeTruthy();
    set(form.getByLabelText('Start'), '09:00');
    expect(await form.findByText('10:00 AM your time.')).toBeTruthy();
    await fill(user, form.getByLabelText('Interviewers'), 'Mia, Bo');
    await user.click(form.getByRole('button', { name: 'Add interview' }));
    expect(within(await upcoming()).getByText('Second talk')).toBeTruthy();
    expect(await screen.findByText('Interview added')).toBeTruthy();
    expect(api.asked(routes.createInterview)[0]?.body).toMatchObject({
      candidateId: candidate.id,
      startsAt: '2099-03-08T14:00:00.000Z',
      endsAt: '2099-03-08T14:30:00.000Z',
      timezone: 'America/Chicago',
      interviewers: ['Mia', 'Bo'],
    });
  });

  test('is edited, without repeating what the candidate answered', async () => {
    const { user, api } = await open([ofMine({ status: 'confirmed' })]);
    await user.click(within(await upcoming()).getByRole('button', { name: 'Edit Screening' }));
    const form = within(await dialog('Edit interview'));
    const title = form.getByLabelText<HTMLInputElement>('Title');
    await user.clear(title);
    await fill(user, title, 'Final');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await within(await upcoming()).findByText('Final')).toBeTruthy();
    expect(api.asked(routes.updateInterview)[0]?.body).toMatchObject({ title: 'Final', interviewers: [] });
    expect(api.asked(routes.updateInterview)[0]?.body.status).toBeUndefined();
  });

  test('is canceled, and that is taken back', async () => {
    const { user } = await open([ofMine({ status: 'confirmed' })]);
    await user.click(within(await upcoming()).getByRole('button', { name: 'Edit Screening' }));
    await user.click(
      within(await dialog('Edit interview')).getByRole('button', { name: 'Cancel interview' }),
    );
    expect(await within(await upcoming()).findByText('Canceled')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    expect(await within(await upcoming()).findByText('Confirmed')).toBeTruthy();
  });

  test('that is refused shows why at the field, and stays open', async () => {
    const { user, api } = await open([ofMine()]);
    api.answer(routes.updateInterview, new Refusal('invalid', { videoUrl: ['This link leads nowhere'] }));
    await user.click(within(await upcoming()).getByRole('button', { name: 'Edit Screening' }));
    const form = within(await dialog('Edit interview'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('This link leads nowhere')).toBeTruthy();
  });
});
