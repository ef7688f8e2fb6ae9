import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AtsType } from '../../../../contract/ats.ts';
import * as routes from '../../../../contract/routes.ts';
import { filesIn } from '../../../../run/files.js';
import type { AtsApi } from '../../../adapters/ats/api.ts';
import type { AtsConnector, NewNote } from '../../../adapters/ats/port.ts';
import { everythingOf } from '../../../testing/everything-of.ts';
import { mailsTo } from '../../../testing/mails.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { receiveText, sendText, untilStatus } from '../../../testing/texting.ts';
import { collectNotes } from '../../ats/collect-notes.ts';
import { writeNotes } from '../../ats/write-notes.ts';

/* No path sends a note of the team: neither to a candidate nor to a system nor by mail. */

/** In every note, and nowhere else. */
const MARK = 'zzkeepthisinsidezz';
const atsType: AtsType = 'greenhouse';
const written: NewNote[] = [];
const connector = {
  type: atsType,
  name: 'Greenhouse',
  moveStage: null,
  findByPhone: null,
  findByEmail: null,
  writeNote: async (_api: unknown, note: NewNote) => {
    written.push(note);
    return { noteId: `n${written.length}` };
  },
  findNote: async () => null,
} as unknown as AtsConnector;

let app: TestApp;
let ana: Recruiter;
let ben: Recruiter;
let email: string;
const phone = candidatePhone();
let conversationId: string;
let candidateId: string;

beforeAll(async () => {
  app = await startTestApp({ ats: { connectors: new Map([[atsType, connector]]) } });
  ana = await app.signUp();
  ben = await app.addColleague(ana, 'admin');
  ({ email } = await ben.call(routes.getUser, {}));
  const candidate = await ana.call(routes.createCandidate, {
    body: { firstName: 'Sam', lastName: 'Reyes', phoneNumber: phone },
  });
  candidateId = candidate.id;
  await app.deps.pool.query(
    `insert into ats_connections (account_id, ats_type, generation, connected_by, ats_account_id, sealed_access, enabled,
            notes_mode, webhook_state, sync_state, next_sync_at, connected_at)
     values ($1, $2, 1, 'key', 'acme', 'sealed', true, 'each', 'none', 'idle', now() + interval '1 day', now())`,
    [ana.accountId, atsType],
  );
  await app.deps.pool.query(
    `insert into ats_people (account_id, ats_type, external_id, candidate_id, made_candidate, first_name, last_name, emails,
            phone_numbers, changed_at)
     values ($1, $2, 'p1', $3, false, 'Sam', 'Reyes', '{}', array[$4], now())`,
    [ana.accountId, atsType, candidateId, phone],
  );
});
afterAll(() => app.stop());

/** Everything that the carrier got, systems got, and people were mailed. */
async function whatLeft(): Promise<string> {
  return JSON.stringify([app.twilio.state.messages, written, await mailsTo(app, email)]);
}

const writeNote = (body: string) =>
  ana.call(routes.createNote, {
    params: { id: conversationId },
    body: { body: `${MARK} ${body}`, mentionUserIds: [ben.userId] },
  });

/** Each way a text or a note of a system comes about, after a note was written and changed. */
async function sendEveryWay(): Promise<void> {
  const params = { id: conversationId };
  const note = await writeNote('before all');
  await ana.call(routes.updateNote, {
    params: { ...params, noteId: note.id },
    body: { body: `${MARK} changed`, mentionUserIds: [ben.userId] },
  });
  // Typed, with merge attributes, from a template, from a draft, begun and then sent, repeated.
  await ana.call(routes.saveKeptDraft, { params, body: { body: 'Begun' } });
  const template = await ana.call(routes.createTemplate, {
    body: { name: 'Hello', body: 'Hello {{candidate.firstName}}' },
  });
  const { response } = await ana.call(routes.draftForTemplate, {
    body: { conversationId, instructions: 'Ask if Tuesday works' },
  });
  const draft = response.versions[0];
  const texts = [
    { body: 'Begun' },
    { body: 'Hello {{candidate.firstName}}', templateId: template.id },
    { body: draft?.text ?? 'No draft', draftId: draft?.draftId ?? '' },
  ];
  for (const text of texts)
    await untilStatus(
      ana,
      await ana.call(routes.sendMessage, { body: { conversationId, ...text } }),
      'delivered',
    );
  // Automatically: out of office, and the answers to keywords.
  await ana.call(routes.updateOutOfOffice, {
    body: { outOfOfficeMessageEnabled: true, outOfOfficeMessage: 'Back on Monday.' },
  });
  await receiveText(app, ana, phone, 'Are you there?');
  await receiveText(app, ana, phone, 'HELP');
  // An automation.
  await ana.call(routes.createInterview, {
    body: {
      candidateId,
      title: 'Call',
      startsAt: new Date(Date.now() + 3 * 24 * 3600_000).toISOString(),
      endsAt: new Date(Date.now() + 3 * 24 * 3600_000 + 1800_000).toISOString(),
      timezone: 'America/New_York',
    },
  });
  // The system's notes of all these texts.
  await eventually(async () => {
    await collectNotes(app.deps);
    await writeNotes(app.deps, {
      accountId: ana.accountId,
      atsType,
      generation: '1',
      connector,
      api: {} as AtsApi,
    });
    expect(written.length).toBeGreaterThan(3);
  });
  await eventually(async () =>
    expect((await mailsTo(app, email)).some(({ subject }) => /mentioned you/.test(subject))).toBe(true),
  );
}

describe('a note', () => {
  it('leaves by no way, while texts beside it leave by each', async () => {
    const first = await sendText(ana, phone, 'A text, to be seen');
    ({ conversationId } = first);
    await untilStatus(ana, first, 'delivered');
    await sendEveryWay();
    const left = await whatLeft();
    expect(left).not.toContain(MARK);
    // What looks for it would find it.
    const again = await sendText(ana, phone, `${MARK} as a text`);
    await untilStatus(ana, again, 'delivered');
    expect(await whatLeft()).toContain(MARK);
    await app.deps.pool.query('delete from messages where id = $1', [again.id]);
  });

  it('is in no table but its own', async () => {
    const tables = Object.entries(await everythingOf(app, ana.accountId))
      .filter(([, rows]) => JSON.stringify(rows).includes(`${MARK} changed`))
      .map(([table]) => table);
    expect(tables).toEqual(['notes']);
  });
});

describe('the code', () => {
  const checkout = join(import.meta.dirname, '../../../..');
  const product = filesIn('server').filter(
    (path) => path.endsWith('.ts') && !/\.test\.ts$|^server\/(testing|adapters|db\/schema)/.test(path),
  );
  const read = (path: string) => readFileSync(join(checkout, path), 'utf8');
  const ROOM = 'server/features/texting/notes/';

  it('that knows of the table is its room, what keeps or moves all rows of a conversation, and the search', () => {
    const naming = product.filter((path) =>
      /\b(?:from|into|update|join|table)\s+notes\b|(?:From|Into|Table|Join)\('notes\b|'notes'/i.test(
        read(path),
      ),
    );
    expect(naming.filter((path) => !path.startsWith(ROOM)).sort()).toEqual([
      'server/features/candidates/deleted-store.ts',
      'server/features/exports/nouns/texts.ts',
      'server/features/retention/due.ts',
      'server/features/texting/conversations/seat-threads.ts',
      'server/features/texting/search/search.ts',
      'server/features/texting/text-index/find-texts.ts',
      'server/features/texting/text-index/index-notes.ts',
    ]);
    expect(naming).toContain(`${ROOM}store.ts`);
  });

  it('that reads notes is the timeline, and nothing that sends imports any of it', () => {
    const importing = product.filter((path) => {
      const targets = [...read(path).matchAll(/from '(\.[^']+)'/g)].map(([, name = '']) =>
        normalize(join(dirname(path), name)),
      );
      return !path.startsWith(ROOM) && targets.some((target) => target.startsWith(ROOM));
    });
    expect(importing.sort()).toEqual(['server/app.ts', 'server/features/timeline/load-timeline.ts']);
  });
});
