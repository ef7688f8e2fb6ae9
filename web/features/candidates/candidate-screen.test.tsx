import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../../contract/candidates.ts';
import * as routes from '../../../contract/routes.ts';
import type { TimelineEntry } from '../../../contract/timeline.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import {
  makeAccount,
  makeApplication,
  makeCandidate,
  makeConversation,
  makeConversationCandidate,
  makeId,
  makeInterview,
  makeMessage,
  makeUser,
} from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

const ben = { id: makeId(), firstName: 'Ben', lastName: 'Ito' };
const at = (day: string) => `2026-11-${day}T15:00:00.000Z`;

const message = (
  day: string,
  over: Parameters<typeof makeMessage>[0],
  colleague: typeof ben | null = ben,
) => {
  const made = makeMessage({ createdAt: at(day), ...over });
  return { kind: 'message', id: made.id, at: at(day), message: made, colleague } as const;
};

function open({
  timeline = [],
  user = {},
  ...over
}: Partial<Candidate> & { timeline?: TimelineEntry[]; user?: Partial<User> } = {}) {
  const api = createFakeApi();
  const me = makeUser({ timezone: 'America/Los_Angeles', ...user });
  const stored = { candidate: makeCandidate(over) as Candidate };
  api.answer(routes.getUser, me);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getCandidate, () => stored.candidate);
  api.answer(routes.listConversations, { items: [], nextCursor: null });
  api.answer(routes.listTouches, []);
  api.answer(routes.listTimeline, { items: timeline, nextCursor: null });
  api.answer(routes.listConsents, { items: [], nextCursor: null });
  const app = renderApp(paths.candidate.replace('$candidateId', stored.candidate.id), { api });
  return { ...app, api, stored, me };
}

const entries = async () => {
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
  return (await timeline.findAllByRole('listitem')).map(({ textContent }) => textContent);
};

describe('the timeline', () => {
  test('says who did what, by day, and leads to the conversations', async () => {
    const interview = makeInterview({
      title: 'Shop visit',
      startsAt: at('27'),
      endsAt: '2026-11-27T16:00:00.000Z',
    });
    const { stored } = open({
      timeline: [
        { kind: 'interview', id: interview.id, at: interview.startsAt, interview },
        message('20', { direction: 'outbound', body: 'See you then', sender: { ...ben, avatar: null } }),
        message('20', { direction: 'inbound', body: 'Sounds good', sender: null, status: 'received' }),
        message('19', { direction: 'outbound', body: 'Reminder', sender: null }),
        message('19', {
          direction: 'inbound',
          body: '',
          sender: null,
          status: 'received',
          call: { outcome: 'missed', seconds: null },
        }),
        {
          kind: 'stage',
          id: makeId(),
          at: at('18'),
          change: 'moved',
          jobName: 'Welder',
          stageName: 'Offer',
          system: null,
          by: { id: ben.id, name: 'Ben Ito' },
        },
        {
          kind: 'consent',
          id: makeId(),
          at: at('17'),
          event: {
            id: makeId(),
            type: 'revoked',
            source: 'keyword',
            method: null,
            wording: 'STOP',
            wordingVersion: null,
            actor: null,
            at: at('17'),
            recordedAt: at('17'),
          },
        },
        message('16', { direction: 'inbound', body: 'Old', sender: null, status: 'received' }, null),
      ],
    });
    expect(stored.candidate.firstName).toBe('Maria');
    const shown = await entries();
    for (const [place, words] of [
      'Shop visit',
      'Ben to Maria',
      'Maria to Ben',
      'Automatic text to Maria',
      'Missed call, Maria to Ben',
      'Moved to Offer in Welder',
      'Opted out',
      'Maria to a former colleague',
    ].entries())
      expect(shown[place]).toContain(words);
    expect(shown[5]).toContain('By Ben Ito');
    expect(shown[6]).toContain('STOP');
    const timeline = within(screen.getByRole('region', { name: 'Timeline' }));
    expect(timeline.getAllByRole('heading', { level: 3 })).toHaveLength(6);
    expect(timeline.getByRole('link', { name: 'Ben to Maria' }).getAttribute('href')).toMatch(
      /^\/dashboard\/messages\/[\da-f-]{36}$/,
    );
  });

  test('loads more by its cursor, and tells members what is missing at its end', async () => {
    const { api, user } = open({ user: { userType: 'member' } });
    api.answer(routes.listTimeline, ({ query }) =>
      query.cursor === 'second'
        ? { items: [message('16', { body: 'First of all' })], nextCursor: null }
        : { items: [message('17', { body: 'Second' })], nextCursor: 'second' },
    );
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('First of all')).toBeTruthy();
    expect(screen.getByText(/Colleagues' conversations that you can't see/)).toBeTruthy();
  });
});

describe('the details', () => {
  test('are changed where they are, and shown in the title', async () => {
    const { user, api, stored } = open();
    api.answer(routes.updateCandidate, ({ body: { firstName = '', lastName = '' } }) => {
      stored.candidate = { ...stored.candidate, firstName, lastName };
      return stored.candidate;
    });
    await user.click(await screen.findByRole('button', { name: 'Edit name' }));
    await user.clear(screen.getByRole('textbox', { name: 'First name' }));
    await fill(user, screen.getByRole('textbox', { name: 'First name' }), 'Marie');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Marie Lopez' })).toBeTruthy();
  });

  test('have jobs, tags and consent; times are offered only where there is a conversation', async () => {
    const { api, user } = open({
      tags: ['nurse'],
      applications: [makeApplication({ jobName: 'Night RN', stageName: 'Offer', atsType: null })],
    });
    api.answer(routes.listInterviews, { items: [], nextCursor: null });
    api.answer(routes.listTimeOffers, { items: [], nextCursor: null });
    const details = within(await screen.findByRole('region', { name: 'Details' }));
    for (const words of ['Night RN', 'Offer', 'nurse', "Hasn't texted you yet"])
      expect(details.getByText(words)).toBeTruthy();
    await user.click(details.getByRole('button', { name: 'Interviews' }));
    expect(await details.findByRole('button', { name: 'Add interview' })).toBeTruthy();
    expect(details.queryByRole('button', { name: 'Offer times' })).toBeNull();
  });
});

test('Text leads to a text to them', async () => {
  const { user, router, path, stored } = open();
  await user.click(await screen.findByRole('link', { name: 'Text' }));
  await waitFor(() => expect(path()).toBe(paths.newConversation));
  expect(router.state.location.search).toEqual({ candidateId: stored.candidate.id });
});

test('someone who opted out has no Text, but their conversation', async () => {
  const consent = { status: 'optedOut', changedAt: at('17') } as const;
  const { api } = open({ consent });
  api.answer(routes.listConversations, {
    items: [makeConversation({ candidate: makeConversationCandidate({ phoneNumber: '+14155550123' }) })],
    nextCursor: null,
  });
  expect(await screen.findByRole('link', { name: 'Open conversation' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Text' })).toBeNull();
});

test.each(['not_found', 'invalid'] as const)(
  'one who is gone, or not to be seen (%s), has no page',
  async (code) => {
    const { api } = open();
    api.answer(routes.getCandidate, new Refusal(code));
    expect(await screen.findByText("Oops! The page you're looking for doesn't exist.")).toBeTruthy();
  },
);

test('a failed load can be tried again', async () => {
  const { api, user, stored } = open();
  api.answer(routes.getCandidate, new Refusal('internal'));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  api.answer(routes.getCandidate, () => stored.candidate);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Maria Lopez' })).toBeTruthy();
});

describe('a legal hold', () => {
  test('is put on and lifted by admins, who are asked before they lift it', async () => {
    const { user, api, stored } = open({ user: { userType: 'admin' } });
    api.answer(routes.updateCandidate, ({ body }) => {
      stored.candidate = { ...stored.candidate, legalHold: body.legalHold ?? stored.candidate.legalHold };
      return stored.candidate;
    });
    await user.click(await screen.findByRole('button', { name: 'Put on hold' }));
    expect(await screen.findByText('Nothing about them is deleted.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Lift hold' }));
    const dialog = await screen.findByRole('dialog', { name: /^Lift the legal hold on/ });
    await user.click(within(dialog).getByRole('button', { name: 'Lift hold' }));
    expect(await screen.findByRole('button', { name: 'Put on hold' })).toBeTruthy();
    expect(api.asked(routes.updateCandidate).map(({ body }) => body.legalHold)).toEqual([true, false]);
  });

  test('is seen by members, who cannot change it', async () => {
    open({ user: { userType: 'member' }, legalHold: true });
    expect(await screen.findByText('Nothing about them is deleted.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Lift hold' })).toBeNull();
  });

  test('says why the candidate is not deleted', async () => {
    const { user, api } = open({ user: { userType: 'admin' }, legalHold: true });
    api.answer(routes.getCandidateDeletionPreview, new Refusal('legal_hold'));
    await user.click(await screen.findByRole('button', { name: /^More for/ }));
    await user.click(await screen.findByText('Delete candidate'));
    const dialog = await screen.findByRole('dialog');
    expect(
      await within(dialog).findByText(/is on legal hold, so nothing about them can be deleted/),
    ).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});
