import { expect, it } from 'vitest';
import type { ConversationRow } from '../texting/conversations/store.ts';
import { sightOf } from './rules.ts';

const now = new Date('2026-11-20T15:00:00Z');
const at = (day: string) => new Date(`2026-11-${day}T12:00:00Z`);
const candidate = { createdAt: at('05') };

const thread = (id: string, over: Partial<ConversationRow>) =>
  ({
    id,
    assigneeId: null,
    seatUserId: null,
    lastInboundAt: null,
    delegateId: null,
    coveredFrom: null,
    coveredUntil: null,
    missedCallAt: null,
    ...over,
  }) as ConversationRow;

const bens = thread('bens', { assigneeId: 'ben', seatUserId: 'ben' });
const given = thread('given', { assigneeId: 'ana', seatUserId: 'ben' });
const away = thread('away', {
  assigneeId: 'cy',
  seatUserId: 'cy',
  delegateId: 'ana',
  coveredFrom: at('10'),
  lastInboundAt: at('11'),
});
const quiet = thread('quiet', { ...away, id: 'quiet', lastInboundAt: at('09') });
const free = thread('free', {});

const member = (userId: string) => ({ userId, userType: 'member' as const });
const admin = { userId: 'dana', userType: 'admin' as const };

it.each<[string, Parameters<typeof sightOf>[0], ConversationRow[], string[], boolean, boolean]>([
  [
    'an admin: all, and what was written to an earlier candidate',
    admin,
    [bens, free],
    ['bens', 'free'],
    true,
    true,
  ],
  ['a person: their own', member('ben'), [bens], ['bens'], true, false],
  ['a colleague: none of it', member('ana'), [bens], [], false, false],
  ['someone it was assigned to, and whose number it is', member('ana'), [given], ['given'], true, false],
  ['the owner of the number too', member('ben'), [given], ['given'], true, false],
  [
    'some of it: those texts, and no words of opt-outs',
    member('ana'),
    [bens, given],
    ['given'],
    false,
    false,
  ],
  ['a delegate: what came in since', member('ana'), [away], ['away'], true, false],
  ['a delegate: not what came in before', member('ana'), [quiet], [], false, false],
  ['a member: not what no one has', member('ana'), [free], [], false, false],
  ['no conversations: anyone reads the words since', member('ana'), [], [], true, false],
])('%s', (_, viewer, threads, conversationIds, readsNew, readsOld) => {
  const sight = sightOf(viewer, candidate, threads, now);
  expect(sight.conversationIds).toEqual(conversationIds);
  expect([sight.readsWording(at('06')), sight.readsWording(at('04'))]).toEqual([readsNew, readsOld]);
});
