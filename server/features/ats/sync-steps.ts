import type { AtsRecordKind } from '../../../contract/ats.ts';
import type { AtsApi, Records } from '../../adapters/ats/api.ts';
import { NeverEnding } from '../../adapters/ats/failures.ts';
import type { AtsConnector } from '../../adapters/ats/port.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Checkpoint } from './checkpoint.ts';
import { type ConnectionRow, changeConnection } from './connections-store.ts';
import { enqueueEvents } from './events.ts';
import {
  cancelGone,
  cancelUnlisted,
  listActiveApplications,
  markListed,
  saveInterviews,
} from './interviews-store.ts';
import { saveJobs, saveStages } from './jobs-store.ts';
import { removePeople } from './merge-people.ts';
import { saveNewHires } from './new-hires-store.ts';
import { saveEach } from './save-each.ts';
import { savePeople } from './save-people.ts';
import { keepSetAside } from './set-aside-store.ts';

/** A page that was read. */
export interface Step {
  save(tx: Tx): Promise<void>;
  /** Null: it was the last of its phase. */
  next: string | null;
  missing?: string[];
  /** Who or what is on it. */
  ids: string[];
  records: Records | null;
  bytes: number;
}

export interface Asked {
  connector: AtsConnector;
  api: AtsApi;
  row: ConnectionRow;
}

export const NOTHING: Step = {
  save: async () => {},
  next: null,
  ids: [],
  records: null,
  bytes: 0,
};
/** Keeps one statement short. */
const MOST_PEOPLE = 500;
const HOUR_MS = 3600_000;
/** Interviews further back than this don't trigger reminders. */
const PAST_INTERVIEWS_MS = 24 * HOUR_MS;

/** Reads a page of a phase. Nothing is written before `save`. */
export async function readStep(
  deps: Deps,
  asked: Asked,
  { phase, cursor, since, startedAt }: Pick<Checkpoint, 'phase' | 'cursor' | 'since' | 'startedAt'>,
): Promise<Step> {
  if (phase === 'interviews' && since !== null && !areInterviewsDue(asked, startedAt)) return NOTHING;
  const step = await read(deps, asked, phase, { cursor, since, startedAt });
  if (step.next !== null && step.next === cursor) throw new NeverEnding(`${phase}: the same page again`);
  return step;
}

/** What couldn't be read comes first: that keeps it from being taken for gone. */
export async function saveStep(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  row: ConnectionRow,
  { records, save }: Step,
): Promise<void> {
  if (records !== null) await keepSetAside(tx, row, records, deps.clock());
  await save(tx);
}

const readResult = ({ records, bytesRead: bytes }: AtsApi) => ({ records, bytes });

function read(
  deps: Deps,
  asked: Asked,
  phase: Checkpoint['phase'],
  from: { cursor: string | null; since: Date | null; startedAt: Date },
): Promise<Step> {
  switch (phase) {
    case 'events':
      return readEvents(asked, from.cursor);
    case 'jobs':
      return readJobs(asked, from);
    case 'people':
      return readPeople(deps, asked, from);
    case 'interviews':
      return readInterviews(deps, asked, { ...from, applications: null });
    case 'newHires':
      return readNewHires(deps, asked, from);
  }
}

/** Where each application takes a call, webhooks report what changes in between. */
function areInterviewsDue(asked: Asked, startedAt: Date): boolean {
  const isNotified =
    asked.connector.interviewsByApplication === true && asked.row.webhookState === 'automatic';
  return !isNotified || isHourly(asked, startedAt);
}

/** True once an hour, which begins at another minute for each account, and the first time. */
function isHourly({ row }: Asked, startedAt: Date): boolean {
  if (row.syncedFrom === null) return true;
  const ownMinute = Number.parseInt(row.accountId.slice(-6), 16);
  const hourOf = (at: Date) => Math.floor((at.getTime() + ownMinute) / HOUR_MS);
  return hourOf(startedAt) !== hourOf(row.syncedFrom);
}

async function readEvents({ connector, api, row }: Asked, cursor: string | null): Promise<Step> {
  if (connector.events === null) return NOTHING;
  const { events, position, more } = await connector.events.poll(api, row.eventPosition);
  return {
    save: async (tx) => {
      await enqueueEvents(tx, row, events);
      await changeConnection(tx, row, { eventPosition: position });
    },
    // It resumes from the saved position; the cursor only has to differ, as long as that moves.
    next: more ? (position === row.eventPosition ? (cursor ?? position) : position) : null,
    ids: [],
    ...readResult(api),
  };
}

export async function readJobs(asked: Asked, from: { since: Date | null; startedAt: Date }): Promise<Step> {
  const { connector, api, row } = asked;
  const jobs = await connector.listJobs(api);
  const areStagesDue =
    connector.stagesByJob !== true || from.since === null || isHourly(asked, from.startedAt);
  const stages = areStagesDue ? ((await connector.listStages?.(api)) ?? null) : null;
  return {
    save: async (tx) => {
      const isUnread = (kind: AtsRecordKind) => api.records.setAside.some((record) => record.kind === kind);
      await saveJobs(tx, row, jobs, { areAll: !isUnread('job') });
      if (stages !== null) await saveStages(tx, row, stages, { areAll: !isUnread('stage') });
    },
    next: null,
    ids: jobs.map(({ externalId }) => externalId),
    ...readResult(api),
  };
}

async function readPeople(
  deps: Deps,
  { connector, api, row }: Asked,
  from: { cursor: string | null; since: Date | null },
): Promise<Step> {
  const page = await connector.listPeople(api, from);
  return {
    save: async (tx) => {
      for (let begin = 0; begin < page.people.length; begin += MOST_PEOPLE)
        await saveEach(tx, deps, page.people.slice(begin, begin + MOST_PEOPLE), (people) =>
          savePeople(tx, deps, row, people),
        );
      await removePeople(tx, row, page.deleted);
    },
    next: page.next,
    ids: page.people.map(({ externalId }) => externalId),
    ...readResult(api),
  };
}

/** `applications`: only of these, or of all active ones. `startedAt`: when the walk through them began. */
export async function readInterviews(
  deps: Deps,
  { connector, api, row }: Asked,
  from: { cursor: string | null; startedAt: Date; applications: string[] | null },
): Promise<Step> {
  if (connector.listInterviews === null) return NOTHING;
  const askedAt = deps.clock();
  const startsAfter = new Date(askedAt.getTime() - PAST_INTERVIEWS_MS);
  const page = await connector.listInterviews(api, {
    cursor: from.cursor,
    startsAfter,
    applications: from.applications ?? (await listActiveApplications(deps.db, row)),
  });
  return {
    save: async (tx) => {
      await saveEach(tx, deps, page.interviews, (interviews) => saveInterviews(tx, deps, row, interviews));
      await markListed(tx, row, page.interviews, askedAt);
      const at = deps.clock();
      if (connector.interviewsByApplication === true) await cancelGone(tx, row, page, { startsAfter, at });
      else if (page.next === null)
        await cancelUnlisted(tx, row, { startsAfter, listedFrom: from.startedAt, at });
    },
    next: page.next,
    ids: page.interviews.map(({ externalId }) => externalId),
    ...readResult(api),
  };
}

export async function readNewHires(
  deps: Deps,
  { connector, api, row }: Asked,
  from: { cursor: string | null; since: Date | null },
): Promise<Step> {
  if (connector.listNewHires === null) return NOTHING;
  const page = await connector.listNewHires(api, from);
  return {
    save: (tx) => saveEach(tx, deps, page.newHires, (newHires) => saveNewHires(tx, deps, row, newHires)),
    next: page.next,
    ids: page.newHires.map(({ externalId }) => externalId),
    ...readResult(api),
  };
}
