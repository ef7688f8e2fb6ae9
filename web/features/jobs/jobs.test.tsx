import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Application, JobStage } from '../../../contract/ats.ts';
import { failures } from '../../../contract/failure.ts';
import type { BoardCard, Job, JobStatus } from '../../../contract/jobs.ts';
import * as routes from '../../../contract/routes.ts';
import { dayName, timeOfDay } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import {
  makeAccount,
  makeApplication,
  makeCandidate,
  makeId,
  makeJobStage,
  makeUser,
} from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';
import { timeInStage } from './time-in-stage.ts';

const OK = { status: 'ok' } as const;
const NAMES = ['Lead', 'Interview', 'Hired'];
const jobId = makeId();

/** A server with one account's jobs, as they are kept there. */
function open({
  cards = [card('Maria', 0), card('Ben', 0), card('Keisha', 1)],
  jobs = [job()],
  theirs = [],
  userType = 'admin',
  path = paths.job.replace('$jobId', jobId),
}: {
  cards?: BoardCard[];
  jobs?: Job[];
  theirs?: JobStage[];
  userType?: 'admin' | 'member';
  path?: string;
} = {}) {
  const api = createFakeApi();
  const kept = {
    cards,
    jobs,
    names: new Map<string, string>(),
    stages: NAMES.map((name, index) => ownStage(name, index)),
  };
  const inStage = (id: string) => kept.cards.filter(({ application }) => application.stageId === id);
  const nameOf = (id: string) => kept.stages.find((stage) => stage.id === id)?.name ?? '';
  const stored = (id: string): Job => {
    const found = kept.jobs.find((each) => each.id === id);
    if (found === undefined) throw new Error('No such job');
    return found;
  };
  api.answer(routes.getUser, makeUser({ userType }));
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listJobStages, () => [...kept.stages, ...theirs]);
  api.answer(routes.listJobs, ({ query }) => ({
    items: kept.jobs.filter(({ status }) => status === query.status),
    nextCursor: null,
  }));
  api.answer(routes.createJob, ({ body }) => {
    const made = job({ ...body, id: makeId() });
    kept.jobs = [made, ...kept.jobs];
    return made;
  });
  api.answer(routes.updateJob, ({ params, body }) => {
    const changed = { ...stored(params.id), ...(body as { name?: string; status?: JobStatus }) };
    kept.jobs = kept.jobs.map((each) => (each.id === params.id ? changed : each));
    return changed;
  });
  api.answer(routes.deleteJob, ({ params }) => {
    kept.jobs = kept.jobs.filter(({ id }) => id !== params.id);
    return OK;
  });
  api.answer(routes.getJob, ({ params }) => {
    if (!kept.jobs.some(({ id }) => id === params.id)) return new Refusal('not_found');
    return {
      ...stored(params.id),
      stages: kept.stages.map(({ id, name, kind }) => ({ id, name, kind, candidates: inStage(id).length })),
    };
  });
  api.answer(routes.listBoard, ({ query }) => {
    const all = inStage(query.stageId);
    const start = Number(query.cursor ?? 0);
    const end = start + query.limit;
    return { items: all.slice(start, end), nextCursor: end < all.length ? String(end) : null };
  });
  const put = (id: string, stageId: string) => {
    const moved = kept.cards.find(({ application }) => application.id === id);
    if (moved === undefined) throw new Error('No such application');
    const application: Application = { ...moved.application, stageId, stageName: nameOf(stageId) };
    kept.cards = [{ ...moved, application }, ...kept.cards.filter((each) => each !== moved)];
    return application;
  };
  api.answer(routes.moveStage, ({ body }) => put(body.applicationId, body.stageId));
  api.answer(routes.deleteApplication, ({ params }) => {
    kept.cards = kept.cards.filter(({ application }) => application.id !== params.id);
    return OK;
  });
  api.answer(routes.createApplication, ({ body }) => {
    const made = card(kept.names.get(body.candidateId) ?? '', 0, body.candidateId);
    kept.cards = [made, ...kept.cards];
    return put(made.application.id, body.stageId ?? '');
  });
  return { kept, put, ...renderApp(path, { api }) };
}

function job(over: Partial<Job> = {}): Job {
  return {
    id: jobId,
    name: 'Welder',
    status: 'open',
    candidates: 0,
    createdAt: '2026-11-20T15:00:00.000Z',
    ...over,
  };
}

function ownStage(name: string, index: number): JobStage {
  return makeJobStage({
    id: stageId(index),
    name,
    order: index + 1,
    kind: 'other',
    jobId: null,
    jobName: null,
    atsType: null,
  });
}

const stageId = (index: number) => `00000000-0000-4000-9000-00000000000${index}`;

function card(firstName: string, stage: number, candidateId = makeId()): BoardCard {
  const { lastName, phoneNumber, phoneNumberFormatted } = makeCandidate();
  return {
    application: makeApplication({
      atsType: null,
      externalId: null,
      jobId,
      jobName: 'Welder',
      stageId: stageId(stage),
      stageName: NAMES[stage] ?? null,
      source: null,
      profileUrl: null,
      can: { moveStage: true, remove: true },
    }),
    candidate: { id: candidateId, firstName, lastName, phoneNumber, phoneNumberFormatted },
    stageChangedAt: new Date().toISOString(),
    lastMessage: null,
    unreadCount: 0,
    nextInterview: null,
  };
}

/** Who is shown where. */
const shown = () =>
  screen.queryAllByRole('region').flatMap((column) => {
    const title = within(column).queryAllByRole('heading', { level: 2 });
    return title.length === 1 ? [[title[0]?.textContent, ...namesIn(column)].join(' ')] : [];
  });
const namesIn = (column: HTMLElement) =>
  within(column)
    .queryAllByRole('link')
    .map(({ textContent }) => textContent?.split(' ')[0]);
const untilShown = (...columns: string[]) => waitFor(() => expect(shown()).toEqual(columns));

describe('the list', () => {
  test('shows open jobs, closes and reopens one, and deletes one that is empty', async () => {
    const { user, kept } = open({
      path: paths.jobs,
      jobs: [job({ candidates: 3 }), job({ id: makeId(), name: 'Rigger', candidates: 1 })],
    });
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Welder3 candidates · Added Nov 20',
      'Rigger1 candidate · Added Nov 20',
    ]);
    const choose = async (item: string, name = 'Welder') => {
      await user.click(await screen.findByRole('button', { name: `More for ${name}` }));
      await user.click(await screen.findByRole('menuitem', { name: item, hidden: true }));
    };
    await choose('Close job');
    await screen.findByText('Closed Welder');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Welder' })).toBeNull());
    await user.click(screen.getByRole('radio', { name: 'Closed' }));
    await choose('Reopen job');
    await screen.findByText('No closed jobs');
    kept.jobs = [job()];
    await user.click(screen.getByRole('radio', { name: 'Open' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Rigger' })).toBeNull());
    await choose('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Welder”?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await screen.findByText('No open jobs');
  });

  test('adds the first job, also beside those of a connected system, and opens its board', async () => {
    const { user, api, path } = open({ path: paths.jobs, jobs: [], theirs: [makeJobStage()] });
    await screen.findByText(/^Jobs in Greenhouse stay there/);
    await screen.findByText('No open jobs');
    await user.click(screen.getAllByRole('button', { name: 'New job' })[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'New job' }));
    await user.click(dialog.getByRole('button', { name: 'Create job' }));
    expect(dialog.getByText('The name is required')).toBeTruthy();
    await fill(user, dialog.getByLabelText('Name'), 'Rigger');
    await user.click(dialog.getByRole('button', { name: 'Create job' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Rigger' })).toBeTruthy();
    expect(path()).toMatch(/^\/dashboard\/jobs\/./);
    expect(api.asked(routes.createJob).map(({ body }) => body)).toEqual([{ name: 'Rigger' }]);
  });

  test('says when it could not be loaded', async () => {
    const { api, user, kept } = open({ path: paths.jobs });
    api.answer(routes.listJobs, new Refusal('internal'));
    await screen.findByText("Your jobs couldn't be loaded.");
    api.answer(routes.listJobs, () => ({ items: kept.jobs, nextCursor: null }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Welder' })).toBeTruthy();
  });
});

describe('the board', () => {
  test('moves a card by the arrow keys of its handle, at once and with a way back', async () => {
    const { user, api } = open();
    await untilShown('Lead 2 Maria Ben', 'Interview 1 Keisha', 'Hired 0');
    (await screen.findByRole('button', { name: 'Move Ben Lopez' })).focus();
    await user.keyboard('{ArrowLeft}{ArrowRight}');
    await untilShown('Lead 1 Maria', 'Interview 2 Ben Keisha', 'Hired 0');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Ben Lopez');
    await user.keyboard('{ArrowRight}');
    await untilShown('Lead 1 Maria', 'Interview 1 Keisha', 'Hired 1 Ben');
    await waitFor(() =>
      expect(api.asked(routes.moveStage).map(({ body }) => [body.fromStageId, body.stageId])).toEqual([
        [stageId(0), stageId(1)],
        [stageId(1), stageId(2)],
      ]),
    );
    await user.keyboard('z');
    await untilShown('Lead 1 Maria', 'Interview 2 Ben Keisha', 'Hired 0');
  });

  test('moves a card by its menu, and leads to the conversation', async () => {
    const { user, api } = open();
    await untilShown('Lead 2 Maria Ben', 'Interview 1 Keisha', 'Hired 0');
    expect(screen.getByRole('link', { name: 'Ben Lopez' }).getAttribute('href')).toMatch(
      /^\/dashboard\/messages\/new\?candidateId=/,
    );
    await user.click(screen.getByRole('button', { name: 'More for Maria Lopez' }));
    const items = await screen.findAllByRole('menuitem', { hidden: true });
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Move to Interview',
      'Move to Hired',
      'Remove from job',
    ]);
    await user.click(items[1] as HTMLElement);
    await screen.findByText('Moved Maria Lopez to Hired');
    await untilShown('Lead 1 Ben', 'Interview 1 Keisha', 'Hired 1 Maria');
    await waitFor(() => expect(api.asked(routes.moveStage)).toHaveLength(1));
  });

  test('shows where a candidate is when a colleague was faster, and takes back what failed', async () => {
    const { user, api, kept, put } = open();
    await untilShown('Lead 2 Maria Ben', 'Interview 1 Keisha', 'Hired 0');
    const ben = kept.cards[1] as BoardCard;
    api.answer(routes.moveStage, () => {
      put(ben.application.id, stageId(2));
      return new Refusal('stage_moved');
    });
    api.answer(routes.getCandidate, () => {
      const { application } = kept.cards.find((each) => each.candidate === ben.candidate) ?? ben;
      return makeCandidate({ ...ben.candidate, applications: [application] });
    });
    (await screen.findByRole('button', { name: 'Move Ben Lopez' })).focus();
    await user.keyboard('{ArrowRight}');
    await screen.findByText('Someone just moved Ben Lopez to Hired.');
    await untilShown('Lead 1 Maria', 'Interview 1 Keisha', 'Hired 1 Ben');
    expect(screen.queryByText('Moved Ben Lopez to Interview')).toBeNull();
    api.answer(routes.moveStage, new Refusal('internal'));
    screen.getByRole('button', { name: 'Move Ben Lopez' }).focus();
    await user.keyboard('{ArrowLeft}');
    await screen.findByText(failures.internal.message);
    await untilShown('Lead 1 Maria', 'Interview 1 Keisha', 'Hired 1 Ben');
  });

  test('a column that is not loaded yet shows no one too few', async () => {
    const { user, api } = open();
    const loading = Promise.withResolvers<never>();
    api.answer(routes.listBoard, async ({ query }) => {
      if (query.stageId === stageId(1)) return loading.promise;
      return { items: query.stageId === stageId(0) ? [card('Ben', 0)] : [], nextCursor: null };
    });
    api.answer(routes.moveStage, () => new Promise(() => {}));
    (await screen.findByRole('button', { name: 'Move Ben Lopez' })).focus();
    await user.keyboard('{ArrowRight}');
    await screen.findByText('Moved Ben Lopez to Interview');
    const column = within(screen.getByRole('region', { name: /^Interview 2/ }));
    expect(column.getByRole('status', { name: 'Loading Interview' })).toBeTruthy();
    expect(column.queryByRole('list')).toBeNull();
  });

  test('shows more of a long column', async () => {
    const { user } = open({ cards: Array.from({ length: 25 }, () => card('Maria', 0)) });
    await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Maria Lopez' })).toHaveLength(20));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Maria Lopez' })).toHaveLength(25));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('adds candidates one after the other, removes one and puts them back', async () => {
    const { user, api, kept } = open({ cards: [card('Keisha', 1)] });
    const [tomas, rosa] = [makeCandidate({ firstName: 'Tomás' }), makeCandidate({ firstName: 'Rosa' })];
    for (const { id, firstName } of [tomas, rosa]) kept.names.set(id, firstName);
    api.answer(routes.listCandidates, () => ({
      items: [tomas, rosa].map((each) => ({
        ...each,
        applications: kept.cards.flatMap(({ application, candidate }) =>
          candidate.id === each.id ? [application] : [],
        ),
      })),
      nextCursor: null,
    }));
    await user.click(await screen.findByRole('button', { name: 'Add candidate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add candidates to Welder' }));
    const search = () => dialog.getByRole('combobox', { name: 'Name, number or email' });
    await dialog.findByRole('option', { name: /Tomás Lopez/ });
    await user.type(search(), 'To{Enter}');
    await dialog.findByText('Added Tomás Lopez to Welder, in Lead');
    expect(document.activeElement).toBe(search());
    expect(search()).toHaveProperty('value', '');
    await untilShown('Lead 1 Tomás', 'Interview 1 Keisha', 'Hired 0');
    await dialog.findByRole('option', { name: /Tomás Lopez.*Already in this job/ });
    await user.keyboard('{Enter}{ArrowDown}{Enter}');
    await waitFor(() =>
      expect(
        within(dialog.getByRole('list', { name: 'Added' }))
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(['Added Rosa Lopez to Welder, in Lead', 'Added Tomás Lopez to Welder, in Lead']),
    );
    expect(api.asked(routes.createApplication).map(({ body }) => body)).toEqual(
      [tomas, rosa].map(({ id }) => ({ candidateId: id, jobId, stageId: stageId(0) })),
    );
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await untilShown('Lead 2 Rosa Tomás', 'Interview 1 Keisha', 'Hired 0');
    await user.click(screen.getByRole('button', { name: 'More for Tomás Lopez' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from job', hidden: true }));
    await untilShown('Lead 1 Rosa', 'Interview 1 Keisha', 'Hired 0');
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    await untilShown('Lead 2 Tomás Rosa', 'Interview 1 Keisha', 'Hired 0');
  });

  test('shows the last text, what is unread and the next interview on a card', async () => {
    const inAnHour = new Date(Date.now() + 3600_000).toISOString();
    const keisha: BoardCard = {
      ...card('Keisha', 1),
      lastMessage: {
        id: makeId(),
        direction: 'inbound',
        sender: null,
        body: 'See you there',
        hasMedia: false,
        hasContactCard: false,
        callOutcome: null,
        status: 'received',
        createdAt: new Date().toISOString(),
        scheduledAt: null,
        isHeld: false,
      },
      unreadCount: 2,
      nextInterview: { startsAt: inAnHour },
    };
    open({ cards: [card('Ben', 0), keisha] });
    await untilShown('Lead 1 Ben', 'Interview 1 Keisha', 'Hired 0');
    const [ben, other] = screen.getAllByRole('listitem');
    expect(ben?.textContent).toBe('Ben LopezNew today');
    const { timezone } = makeUser();
    expect(other?.textContent).toBe(
      `Keisha Lopez2 unreadSee you thereInterview ${dayName(inAnHour, timezone)}, ${timeOfDay(inAnHour, timezone)}New today`,
    );
  });

  describe('a card that is dragged', () => {
    const at = (x: number, y = 10) => ({ clientX: x, clientY: y, pointerId: 1, button: 0 });
    /** Columns are 200 px wide. */
    async function grabbed(pointerType: 'mouse' | 'touch') {
      HTMLElement.prototype.setPointerCapture = () => {};
      const opened = open();
      await untilShown('Lead 2 Maria Ben', 'Interview 1 Keisha', 'Hired 0');
      for (const [index, column] of screen.getAllByRole('heading', { level: 2 }).entries()) {
        const { parentElement } = column;
        if (parentElement) parentElement.getBoundingClientRect = () => new DOMRect(index * 200, 0, 190, 400);
      }
      const name = screen.getByRole('link', { name: 'Ben Lopez' });
      const start = () => fireEvent.pointerDown(name, { ...at(20), pointerType });
      return { ...opened, name, start };
    }

    test('by mouse from anywhere goes to another column, and opens nothing', async () => {
      const { api, name, start, path } = await grabbed('mouse');
      const before = path();
      start();
      fireEvent.pointerMove(window, at(250));
      fireEvent.pointerUp(window, at(250));
      fireEvent.click(name);
      await untilShown('Lead 1 Maria', 'Interview 2 Ben Keisha', 'Hired 0');
      expect(path()).toBe(before);
      await waitFor(() => expect(api.asked(routes.moveStage)).toHaveLength(1));
    });

    test('hardly at all is clicked', async () => {
      const { api, name, start, path } = await grabbed('mouse');
      start();
      fireEvent.pointerMove(window, at(23));
      fireEvent.pointerUp(window, at(23));
      fireEvent.click(name);
      await waitFor(() => expect(path()).toMatch(/messages\/new/));
      expect(api.asked(routes.moveStage)).toEqual([]);
    });

    test('by a finger moves once it has rested, and scrolls the page before that', async () => {
      const { api, start } = await grabbed('touch');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const mayScroll = () =>
        screen
          .getByRole('region', { name: 'Stages' })
          .dispatchEvent(new Event('touchmove', { cancelable: true }));
      start();
      fireEvent.pointerMove(window, at(20, 40));
      vi.advanceTimersByTime(1000);
      expect(mayScroll()).toBe(true);
      fireEvent.pointerUp(window, at(250, 40));
      start();
      act(() => vi.advanceTimersByTime(1000));
      expect(mayScroll()).toBe(false);
      fireEvent.pointerMove(window, at(250));
      fireEvent.pointerUp(window, at(250));
      vi.runOnlyPendingTimers();
      vi.useRealTimers();
      await untilShown('Lead 1 Maria', 'Interview 2 Ben Keisha', 'Hired 0');
      await waitFor(() => expect(api.asked(routes.moveStage)).toHaveLength(1));
    });

    test('stays where it was with Escape', async () => {
      const { api, start } = await grabbed('mouse');
      start();
      fireEvent.pointerMove(window, at(250));
      fireEvent.keyDown(window, { key: 'Escape' });
      fireEvent.pointerUp(window, at(250));
      expect(shown()).toEqual(['Lead 2 Maria Ben', 'Interview 1 Keisha', 'Hired 0']);
      expect(api.asked(routes.moveStage)).toEqual([]);
    });
  });

  test('has no stages to edit for members, and says when the job is gone', async () => {
    const { unmount } = open({ userType: 'member' });
    await untilShown('Lead 2 Maria Ben', 'Interview 1 Keisha', 'Hired 0');
    expect(screen.queryByRole('button', { name: 'Edit stages' })).toBeNull();
    unmount();
    open({ jobs: [] });
    expect(await screen.findByText('This job was deleted')).toBeTruthy();
  });
});

test('the kind of a stage stays as it was answered while the stages are loaded again', async () => {
  const { user, api, kept, queryClient } = open({ cards: [] });
  api.answer(routes.updateJobStage, ({ body }) => ({ ...(kept.stages[0] as JobStage), ...body }) as JobStage);
  await user.click(await screen.findByRole('button', { name: 'Edit stages' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit stages' }));
  const kind = await dialog.findByRole<HTMLInputElement>('combobox', { name: 'Kind of Lead' });
  const loading = Promise.withResolvers<JobStage[]>();
  api.answer(routes.listJobStages, () => loading.promise);
  await user.click(kind);
  await user.click(await screen.findByRole('option', { name: 'Screening', hidden: true }));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  await act(async () => {});
  expect(kind.value).toBe('Screening');
  loading.resolve([]);
});

test('stages are renamed, given a kind, moved, added and deleted', async () => {
  const { user, api, kept } = open({ cards: [] });
  api.answer(routes.updateJobStage, ({ params, body }) => {
    const changed = { ...(kept.stages.find(({ id }) => id === params.id) as JobStage), ...body } as JobStage;
    kept.stages = kept.stages.map((stage) => (stage.id === params.id ? changed : stage));
    return changed;
  });
  api.answer(routes.updateJobStageOrder, ({ body: { ids } }) => {
    kept.stages = [
      ...ids.map((id) => kept.stages.find((stage) => stage.id === id) as JobStage),
      ...kept.stages.filter(({ id }) => !ids.includes(id)),
    ];
    return OK;
  });
  api.answer(routes.createJobStage, ({ body }) => {
    const made = { ...ownStage(body.name, 9), kind: body.kind };
    kept.stages = [...kept.stages, made];
    return made;
  });
  api.answer(routes.deleteJobStage, new Refusal('stage_in_use'));
  await user.click(await screen.findByRole('button', { name: 'Edit stages' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit stages' }));
  const names = () =>
    dialog
      .getAllByRole('textbox', { name: /^Name of stage/ })
      .map((field) => (field as HTMLInputElement).value);
  const first = await dialog.findByRole('textbox', { name: 'Name of stage 1' });
  await user.clear(first);
  await fill(user, first, 'Sourced');
  await user.keyboard('{Enter}');
  await dialog.findByRole('button', { name: 'Move Sourced down' });
  await user.click(dialog.getByRole('combobox', { name: 'Kind of Hired' }));
  await user.click(await screen.findByRole('option', { name: 'Rejected', hidden: true }));
  await waitFor(() => expect(kept.stages[2]?.kind).toBe('rejected'));
  await user.click(dialog.getByRole('button', { name: 'Move Sourced down' }));
  await waitFor(() => expect(names()).toEqual(['Interview', 'Sourced', 'Hired']));
  await fill(user, dialog.getByRole('textbox', { name: 'Name of the new stage' }), 'Trial shift');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(names()).toEqual(['Interview', 'Sourced', 'Hired', 'Trial shift']));
  await user.click(dialog.getByRole('button', { name: 'Delete Hired' }));
  await screen.findByText(failures.stage_in_use.message);
});

test.each([
  ['2026-11-20T15:00:00Z', 'New today'],
  ['2026-11-20T03:00:00Z', '1 day in stage'],
  ['2026-10-31T15:00:00Z', '20 days in stage'],
])('since %s is %s', (since, words) => {
  expect(timeInStage(since, 'America/New_York', new Date('2026-11-20T20:00:00Z'))).toBe(words);
});
