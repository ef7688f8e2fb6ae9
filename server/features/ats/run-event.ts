import { orSetAside } from '../../adapters/ats/api.ts';
import { RefusedByAts } from '../../adapters/ats/failures.ts';
import type { AtsEvent } from '../../adapters/ats/port.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type ConnectionKey, findConnection, lockRunning } from './connections-store.ts';
import { listActiveApplications } from './interviews-store.ts';
import { removePeople } from './merge-people.ts';
import { openApi, systemOf } from './open-api.ts';
import { START, walkOn } from './run-bounds.ts';
import { savePeople, savePerson } from './save-people.ts';
import { keepSetAside } from './set-aside-store.ts';
import { type Asked, readInterviews, readJobs, readNewHires, type Step, saveStep } from './sync-steps.ts';

export async function runAtsEvent(
  deps: Deps,
  { event, ...key }: ConnectionKey & { event: AtsEvent },
): Promise<void> {
  const row = await findConnection(deps.db, key.accountId, key.atsType);
  if (row?.generation !== key.generation || !row.enabled) return;
  const { connector } = systemOf(deps, row.atsType);
  try {
    await save(deps, { connector, api: openApi(deps, row), row }, event);
  } catch (error) {
    // It would be refused again. The next sync brings the changes.
    if (!(error instanceof RefusedByAts)) throw error;
    deps.log.warn(
      { err: error, atsType: row.atsType, event: event.kind },
      'an ATS refused what a webhook named',
    );
  }
}

async function save(deps: Deps, asked: Asked, event: AtsEvent): Promise<void> {
  const { row } = asked;
  switch (event.kind) {
    // Whether they're gone is asked too: webhooks aren't trusted.
    case 'personChanged':
    case 'personDeleted':
      return saveAgain(deps, asked, event.externalId, []);
    case 'peopleMerged':
      return saveAgain(deps, asked, event.into, [event.from]);
    case 'jobsChanged':
      return saveSteps(deps, asked, () =>
        readJobs(asked, { since: row.syncedFrom, startedAt: deps.clock() }),
      );
    case 'newHiresChanged':
      return saveSteps(deps, asked, (cursor) => readNewHires(deps, asked, { cursor, since: row.syncedFrom }));
    case 'interviewsChanged':
      return saveInterviewsOf(
        deps,
        asked,
        event.applicationExternalId === null ? null : [event.applicationExternalId],
      );
    case 'interviewsOfPersonChanged':
      return saveInterviewsOf(
        deps,
        asked,
        await listActiveApplications(deps.db, row, event.personExternalId),
      );
  }
}

function saveInterviewsOf(deps: Deps, asked: Asked, applications: string[] | null): Promise<void> {
  const startedAt = deps.clock();
  return saveSteps(deps, asked, (cursor) => readInterviews(deps, asked, { cursor, startedAt, applications }));
}

async function saveAgain(
  deps: Deps,
  { connector, api, row }: Asked,
  externalId: string,
  mergedFrom: string[],
): Promise<void> {
  const read = await orSetAside(
    api,
    { kind: 'person', id: externalId },
    connector.readPerson(api, externalId).then((person) => ({ person })),
  );
  await inTransaction(deps.db, async (tx) => {
    if ((await lockRunning(tx, row)) === null) return;
    await keepSetAside(tx, row, api.records, deps.clock());
    if (read === null) return;
    const { person } = read;
    if (person === null) return removePeople(tx, row, [externalId]);
    const merged = { ...person, mergedFrom: [...person.mergedFrom, ...mergedFrom] };
    // If some couldn't be read, the list isn't complete.
    if (api.records.setAside.length > 0) await savePeople(tx, deps, row, [merged]);
    else await savePerson(tx, deps, row, merged);
  });
}

/** One page after the other, while it is the same connection. */
async function saveSteps(
  deps: Deps,
  { row, connector }: Asked,
  readPage: (cursor: string | null) => Promise<Step>,
): Promise<void> {
  const begun = deps.clock().getTime();
  let walk = START;
  for (let cursor: string | null = null; ; ) {
    const step: Step = await readPage(cursor);
    walk = walkOn(walk, { list: connector.name, ...step }, deps.clock().getTime() - begun);
    const goesOn = await inTransaction(deps.db, async (tx) => {
      if ((await lockRunning(tx, row)) === null) return false;
      await saveStep(tx, deps, row, step);
      return true;
    });
    if (!goesOn || step.next === null || step.next === cursor) return;
    cursor = step.next;
  }
}
