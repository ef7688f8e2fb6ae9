import type { AtsEvent } from '../../adapters/ats/port.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type ConnectionKey, type ConnectionRow, findConnection, lockRunning } from './connections-store.ts';
import { listActiveApplications } from './interviews-store.ts';
import { removePeople } from './merge-people.ts';
import { openApi, systemOf } from './open-api.ts';
import { type Asked, readInterviews, readJobs, readNewHires, type Step } from './sync-steps.ts';
import { workInPerson } from './work-in-people.ts';

export async function runAtsEvent(
  deps: Deps,
  { event, ...key }: ConnectionKey & { event: AtsEvent },
): Promise<void> {
  const row = await findConnection(deps.db, key.accountId, key.atsType);
  if (row?.generation !== key.generation || !row.enabled) return;
  const { connector } = systemOf(deps, row.atsType);
  const asked = { connector, api: openApi(deps, row), row };
  switch (event.kind) {
    // Whether they are gone is asked too: what a webhook says is not believed.
    case 'personChanged':
    case 'personDeleted':
      return workInAgain(deps, asked, event.externalId, []);
    case 'peopleMerged':
      return workInAgain(deps, asked, event.into, [event.from]);
    case 'jobsChanged':
      return workInSteps(deps, row, () => readJobs(asked));
    case 'newHiresChanged':
      return workInSteps(deps, row, (cursor) => readNewHires(deps, asked, { cursor, since: row.syncedFrom }));
    case 'interviewsChanged':
      return workInInterviewsOf(
        deps,
        asked,
        event.applicationExternalId === null ? null : [event.applicationExternalId],
      );
    case 'interviewsOfPersonChanged':
      return workInInterviewsOf(
        deps,
        asked,
        await listActiveApplications(deps.db, row, event.personExternalId),
      );
  }
}

function workInInterviewsOf(deps: Deps, asked: Asked, applications: string[] | null): Promise<void> {
  const { row } = asked;
  return workInSteps(deps, row, (cursor) =>
    readInterviews(deps, asked, { cursor, since: row.syncedFrom, applications }),
  );
}

async function workInAgain(
  deps: Deps,
  { connector, api, row }: Asked,
  externalId: string,
  mergedFrom: string[],
): Promise<void> {
  const person = await connector.readPerson(api, externalId);
  await inTransaction(deps.db, async (tx) => {
    if ((await lockRunning(tx, row)) === null) return;
    if (person === null) await removePeople(tx, row, [externalId]);
    else await workInPerson(tx, deps, row, { ...person, mergedFrom: [...person.mergedFrom, ...mergedFrom] });
  });
}

/** One page after the other, while it is the same connection. */
async function workInSteps(
  deps: Deps,
  row: ConnectionRow,
  readPage: (cursor: string | null) => Promise<Step>,
): Promise<void> {
  for (let cursor: string | null = null; ; ) {
    const step: Step = await readPage(cursor);
    const goesOn = await inTransaction(deps.db, async (tx) => {
      if ((await lockRunning(tx, row)) === null) return false;
      await step.workIn(tx);
      return true;
    });
    if (!goesOn || step.next === null || step.next === cursor) return;
    cursor = step.next;
  }
}
