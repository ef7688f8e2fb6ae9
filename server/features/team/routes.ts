import { Email } from '../../../contract/primitives.ts';
import * as routes from '../../../contract/routes.ts';
import type { InviteOutcome } from '../../../contract/team.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { takeOutsideMail } from '../../mail/outside-mail.ts';
import { type Actor, actorOf } from '../audit/record-audit.ts';
import { presentConversations } from '../texting/conversations/present.ts';
import { listInbox } from '../texting/conversations/store.ts';
import { countUnsent } from '../texting/sending/unsent.ts';
import { listFormerMembers } from '../users/membership-store.ts';
import { cancelInvitation, resendInvitation } from './change-invitations.ts';
import { changeSeatType, changeUserType, removePerson, signOutPerson } from './change-person.ts';
import { tagSeat } from './change-seats.ts';
import { coverSeat } from './cover-seat.ts';
import { type Invited, invitationByAddress, invitePeople, listsByAccount } from './invite-people.ts';
import { lockTeam } from './lock-team.ts';
import { presentSeats } from './present-seat.ts';
import { findSeat } from './seats/store.ts';
import { addService, renameService, servicesByAccount } from './service-seats.ts';
import { transferSeat } from './transfer-seat.ts';

const ok = { status: 'ok' as const };
/** Leaves some of the database connections to others. */
const COUNTED_AT_ONCE = 5;

export function teamRoutes(api: Api, deps: Deps): void {
  seatRoutes(api, deps);
  invitationRoutes(api, deps);
  personRoutes(api, deps);
  serviceRoutes(api, deps);
}

/** Changes the team, one change at a time, and notifies open pages. */
async function change<T>(
  call: { db: Db; session: Session; request: Parameters<typeof actorOf>[1] },
  work: (tx: Tx, actor: Actor) => Promise<T>,
): Promise<T> {
  return inTransaction(call.db, async (tx) => {
    await lockTeam(tx, call.session);
    return work(tx, actorOf(call.session, call.request));
  });
}

function seatRoutes(api: Api, deps: Deps): void {
  api.on(routes.getSeats, ({ db, session }) => presentSeats(db, deps, session));
  api.on(routes.getFormerMembers, async ({ db, session }) =>
    (await listFormerMembers(db, session.accountId)).map((member) => ({
      ...member,
      removedAt: member.removedAt.toISOString(),
    })),
  );

  api.on(routes.listUncoveredConversations, async ({ db, session, query: { cursor, limit } }) => {
    const inbox = { assigneeId: 'uncovered', covered: [], filter: 'all' as const };
    const rows = await listInbox(db, session.accountId, { ...inbox, after: decodeCursor(cursor), limit });
    const page = pageOf(
      rows,
      limit,
      (row) => encodeCursor({ at: row.lastMessageAt, id: row.id }),
      (row) => row,
    );
    return { ...page, items: await presentConversations(db, deps, session, page.items) };
  });
  api.on(routes.coverSeat, async (call) => {
    const wanted = { seatId: call.params.id, userId: call.body.userId };
    await change(call, (tx, actor) => coverSeat(tx, deps, actor, wanted));
    return ok;
  });

  api.on(routes.getScheduledTexts, async ({ db, session, params }) => {
    const seat = await findSeat(db, session.accountId, params.id);
    if (seat === undefined) throw new Failure('not_found');
    return countUnsent(db, session.accountId, seat);
  });

  api.on(routes.updateTags, async (call) => {
    const wanted = { seatId: call.params.id, tags: call.body.tags };
    await change(call, (tx, actor) => tagSeat(tx, deps, actor, wanted));
    return ok;
  });
}

/** Keeps anyone's mailbox from being filled from here. */
function invitationLimits(deps: Deps) {
  const limitAddress = (email: string) => deps.rateLimits.consume(invitationByAddress, email.toLowerCase());
  const limitInvitations = ({ accountId, userId }: Session, count: number) =>
    takeOutsideMail(deps, { kind: 'teamInvitation', accountId, userId, interviewId: null }, count);
  const limitMails = async (session: Session, email: string) => {
    await limitAddress(email);
    await limitInvitations(session, 1);
  };
  return { limitAddress, limitInvitations, limitMails };
}

function invitationRoutes(api: Api, deps: Deps): void {
  const { limitAddress, limitInvitations, limitMails } = invitationLimits(deps);

  api.once(routes.inviteUser, async (call) => {
    const { email, firstName = null, lastName = null, seatId, ...as } = call.body;
    await limitMails(call.session, email);
    await call.once(async (db) => {
      const [outcome] = await change({ ...call, db }, (tx, actor) =>
        invitePeople(tx, deps, actor, { people: [{ email, firstName, lastName }], as, seatId }).then(orThrow),
      );
      return { status: outcome === 'ok' ? ('ok' as const) : ('sent' as const) };
    });
  });

  api.once(routes.inviteUsers, async (call) => {
    const { emails, ...as } = call.body;
    await deps.rateLimits.consume(listsByAccount, call.session.accountId);
    const given = distinct(emails);
    const refused = new Map<string, Failure>();
    const checkAddress = async (email: string) => {
      if (!Email.safeParse(email).success) refused.set(email, invalidField('email', 'The email is invalid'));
      else await limitAddress(email).catch((error: unknown) => refused.set(email, asFailure(error)));
    };
    for (let start = 0; start < given.length; start += COUNTED_AT_ONCE)
      await Promise.all(given.slice(start, start + COUNTED_AT_ONCE).map(checkAddress));
    const people = given.filter((email) => !refused.has(email));
    if (people.length > 0) await limitInvitations(call.session, people.length);
    await call.once(async (db) => {
      const outcomes = await change({ ...call, db }, (tx, actor) =>
        invitePeople(tx, deps, actor, {
          people: people.map((email) => ({ email, firstName: null, lastName: null })),
          as,
          seatId: undefined,
        }),
      );
      const outcomeOf = new Map(people.map((email, index) => [email, outcomes[index]]));
      return {
        outcomes: given.map((email) => presentOutcome(email, refused.get(email) ?? outcomeOf.get(email))),
      };
    });
  });

  api.on(routes.resendInvitation, async (call) => {
    await limitMails(call.session, call.body.email);
    const { email } = call.body;
    return { status: await change(call, (tx, actor) => resendInvitation(tx, deps, actor, email)) };
  });
  api.on(routes.cancelInvitation, async (call) => {
    await change(call, (tx, actor) => cancelInvitation(tx, deps, actor, call.body.email));
    return ok;
  });
  api.once(routes.transferHiringManagerSeat, async (call) => {
    await limitMails(call.session, call.body.email);
    const { scheduledTexts, ...to } = call.body;
    const wanted = { seatId: call.params.id, to, scheduledTexts };
    await call.once(async (db) => ({
      status: await change({ ...call, db }, (tx, actor) => transferSeat(tx, deps, actor, wanted)),
    }));
  });
}

function personRoutes(api: Api, deps: Deps): void {
  api.on(routes.removeSeatFromTeamMember, async (call) => {
    const { userId, threadsTo, scheduledTexts } = call.body;
    await change(call, (tx, actor) => removePerson(tx, deps, actor, { userId, threadsTo, scheduledTexts }));
    return ok;
  });
  api.on(routes.changeUserType, async (call) => {
    await change(call, (tx, actor) => changeUserType(tx, deps, actor, call.body));
    return ok;
  });
  api.on(routes.endSessionsOfUser, async (call) => {
    await change(call, (tx, actor) => signOutPerson(tx, deps, actor, call.body.userId));
    return ok;
  });
  api.on(routes.updateUserToTexter, async (call) => {
    const { userId } = call.body;
    await change(call, (tx, actor) => changeSeatType(tx, deps, actor, { userId, seatType: 'texter' }));
    return ok;
  });
  api.on(routes.updateUserToNonTexter, async (call) => {
    const { userId } = call.body;
    await change(call, (tx, actor) => changeSeatType(tx, deps, actor, { userId, seatType: 'nonTexter' }));
    return ok;
  });
}

function serviceRoutes(api: Api, deps: Deps): void {
  api.once(routes.addService, async (call) => {
    await deps.rateLimits.consume(servicesByAccount, call.session.accountId);
    const { name, seatId } = call.body;
    await call.once((db) =>
      change({ ...call, db }, (tx, actor) => addService(tx, deps, actor, { name, seatId })),
    );
  });

  api.on(routes.renameService, async (call) => {
    await change(call, (tx, actor) => renameService(tx, deps, actor, call.body));
    return ok;
  });
}

/** If one is refused, nothing at all changes for that person. */
function orThrow(outcomes: Invited[]): Invited[] {
  for (const outcome of outcomes) if (outcome instanceof Failure) throw outcome;
  return outcomes;
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

/** As pasted, each address once. */
function distinct(emails: string[]): string[] {
  const trimmed = emails.map((email) => email.trim()).filter((email) => email !== '');
  return [...new Map(trimmed.map((email) => [email.toLowerCase(), email])).values()];
}

function presentOutcome(email: string, outcome: Invited | undefined): InviteOutcome {
  if (!(outcome instanceof Failure)) return { email, outcome: outcome ?? 'sent', code: null, message: null };
  const fields = outcome.details?.fields as Record<string, string[]> | undefined;
  return { email, outcome: 'refused', code: outcome.code, message: fields?.email?.[0] ?? outcome.message };
}
