import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import type { DraftRequest } from '../../adapters/drafter/port.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { findAccount } from '../accounts/store.ts';
import { findCalendarLink } from '../links/booking/links.ts';
import { zoneOfCandidate } from '../scheduling/interviews/rules.ts';
import { findNextInterviews } from '../scheduling/interviews/store.ts';
import { requireConversation } from '../texting/conversations/seen.ts';
import { maxLengthFor, modeIn } from './rules.ts';
import { listLastTexts } from './store.ts';

type Input = BodyOf<typeof routes.draftForTemplate>;

/** Everything that a drafter gets: of candidates, only those of this conversation. */
export async function loadRequest(
  db: Db,
  deps: Pick<Deps, 'clock' | 'drafters'>,
  session: Session,
  { tone, intent, instructions, conversationId, text }: Omit<Input, 'versions'>,
): Promise<Omit<DraftRequest, 'version'> & { mode: 'builtIn' | 'model' }> {
  const { name, aiMode } = await findAccount(db, session.accountId);
  const mode = modeIn(aiMode, { hasModel: deps.drafters.model !== null });
  if (mode === 'off') throw new Failure('drafts_off');
  const conversation = conversationId === undefined ? null : await load(db, deps, session, conversationId);
  const isAnswer = conversation?.messages.some(({ from }) => from === 'candidate');
  if (!intent && !text && !instructions && !isAnswer) throw new Failure('nothing_to_draft');
  return {
    mode,
    tone,
    intent: intent ?? null,
    instructions: instructions || null,
    text: text || null,
    conversation,
    senderFirstName: session.firstName,
    companyName: name,
    calendarLink: await findCalendarLink(db, session),
    maxLength: maxLengthFor(text || null),
  };
}

async function load(
  db: Db,
  deps: Pick<Deps, 'clock'>,
  session: Session,
  id: string,
): Promise<DraftRequest['conversation']> {
  const now = deps.clock();
  const { accountId } = session;
  const row = await requireConversation(db, session, id, now);
  const { candidateId, firstName, jobTitle } = row;
  const next = (await findNextInterviews(db, [{ accountId, candidateId }], now)).get(candidateId);
  const timezone = next && zoneOfCandidate(next, row);
  return {
    messages: await listLastTexts(db, accountId, id),
    candidateFirstName: firstName,
    jobTitle,
    interview: next && timezone ? { startsAt: next.startsAt.toISOString(), timezone } : null,
  };
}
