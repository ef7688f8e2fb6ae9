import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { findRules, type Rule } from './acting-rules.ts';
import { findAutomation } from './automation-store.ts';
import { type CandidateFacts, findCandidateFacts } from './candidate-facts.ts';
import { interviewAndStart } from './fill-in.ts';
import { keyOf, planTexts, type WantedText } from './plan.ts';
import { presentPlanning, subjectOf } from './present-planned.ts';
import { sentenceOf } from './reasons.ts';
import { requireThere } from './save-automation.ts';
import { findSenders } from './senders.ts';
import { candidatesInStages } from './stage-candidates.ts';

type Asked = BodyOf<typeof routes.previewAutomation>;

const MOST_CANDIDATES = 2000;
const AHEAD_MS = 14 * 24 * 3600_000;
const SHOWN = 20;

/** Whom an automation would text if it were saved and on. By the planner itself, over what is there; writes nothing. */
export async function previewTexts(
  db: Db,
  deps: Deps,
  session: Session,
  asked: Asked,
): Promise<ReplyOf<typeof routes.previewAutomation>> {
  const { accountId, userId } = session;
  const now = deps.clock();
  if (asked.id !== undefined && (await findAutomation(db, session, asked.id)) === undefined)
    throw new Failure('not_found');
  await requireThere(db, session, asked);
  const rule: Rule = {
    ...asked,
    id: asked.id ?? deps.newId(),
    ownerId: userId,
    version: 0,
    enabledAt: now,
  };
  const candidateIds = await findConcerned(db, session, rule, now);
  const [others, facts, done] = await Promise.all([
    findRules(db, accountId),
    findCandidateFacts(db, accountId, candidateIds, now),
    listDone(db, accountId, rule.id),
  ]);
  const rules = [...others.filter(({ id }) => id !== rule.id), rule];
  const { quietHoursEnforced } = deps;
  const coming = facts.flatMap((candidate) =>
    planTexts(candidate, rules, { now, quietHoursEnforced, edited: new Map() })
      .wanted.filter(
        (text) =>
          text.rule === rule &&
          text.moment >= now &&
          text.sendAt.getTime() <= now.getTime() + AHEAD_MS &&
          !done.has(keyOf(rule.id, text.subject.occasion)),
      )
      .map((text) => ({ text, candidate })),
  );
  const first = coming.toSorted((a, b) => a.text.sendAt.getTime() - b.text.sendAt.getTime()).slice(0, SHOWN);
  return { total: coming.length, items: await presentAll(db, accountId, first, now) };
}

async function presentAll(
  db: Db,
  accountId: string,
  texts: { text: WantedText; candidate: CandidateFacts }[],
  now: Date,
) {
  const senders = await findSenders(
    db,
    accountId,
    texts.map(({ text, candidate }) => ({
      text: { id: candidate.id, seatId: text.seatId, ownerId: text.rule.ownerId },
    })),
  );
  return texts.flatMap(({ text, candidate }) => {
    const { rule, subject, held, moved, sendAt } = text;
    const sender = senders.get(candidate.id);
    if (sender === undefined) return [];
    const interview = candidate.interviews.find(({ id }) => id === subject.id);
    const reason = held ?? moved;
    const planning = presentPlanning({
      candidate,
      sendAt,
      reason: sentenceOf(reason?.code ?? null, reason?.details ?? null),
      body: rule.body,
      about: interviewAndStart(candidate, subject.id, now),
      sender,
      subject: subjectOf(rule.type, {
        ...subject,
        interview,
        candidate,
        stageName: candidate.entries.find(({ applicationId }) => applicationId === subject.id)?.stageName,
      }),
    });
    return [{ ...planning, held: held !== null }];
  });
}

/** The first candidates who may be the person's, and whom such an automation may text. */
async function findConcerned(db: Db, session: Session, rule: Rule, now: Date): Promise<string[]> {
  const { accountId, userId } = session;
  const since = new Date(now.getTime() - 70 * 24 * 3600_000);
  const subjects = {
    interviewReminder: sql`
      select candidate_id, min(starts_at) as at from interviews
       where account_id = ${accountId} and starts_at > ${since} and status not in ('canceled', 'declined')
         and candidate_id is not null
       group by candidate_id`,
    onboardingMessage: sql`
      select candidate_id, starts_at as at from onboardings
       where account_id = ${accountId} and starts_at > ${since} and status <> 'ended'`,
    stageMessage: sql`
      select candidate_id, max(at) as at from (${candidatesInStages(accountId, rule.jobStageIds, since)}) as entered
       group by candidate_id`,
  }[rule.type];
  const { rows } = await sql<{ id: string }>`
    select c.id from (${subjects}) as about
      join candidates c on c.account_id = ${accountId} and c.id = about.candidate_id
     where c.added_by = ${userId}
        or exists (select from conversations k
                    where k.account_id = c.account_id and k.candidate_id = c.id and k.assignee_id = ${userId})
        or exists (select from interviews i
                    where i.account_id = c.account_id and i.candidate_id = c.id and i.created_by = ${userId})
        or exists (select from onboardings o
                    where o.account_id = c.account_id and o.candidate_id = c.id and o.user_id = ${userId})
        or exists (select from ats_people p
                     join ats_applications a on a.account_id = p.account_id and a.ats_type = p.ats_type
                          and a.person_external_id = p.external_id
                     join users u on u.account_id = p.account_id and u.id = ${userId}
                    where p.account_id = c.account_id and p.candidate_id = c.id
                      and lower(a.recruiter_email) = lower(u.email))
     order by about.at desc limit ${MOST_CANDIDATES}`.execute(db);
  return [...new Set(rows.map(({ id }) => id))];
}

/** What the automation has sent already, or a person has skipped. */
async function listDone(db: Db, accountId: string, automationId: string): Promise<Set<string>> {
  const { rows } = await sql<{ occasion: string }>`
    select occasion from planned_texts
     where account_id = ${accountId} and automation_id = ${automationId} and status in ('sent', 'skipped')`.execute(
    db,
  );
  return new Set(rows.map(({ occasion }) => keyOf(automationId, occasion)));
}
