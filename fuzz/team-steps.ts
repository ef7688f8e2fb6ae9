import assert from 'node:assert/strict';
import type { FailureCode } from '../contract/failure.ts';
import * as routes from '../contract/routes.ts';
import { startSession } from '../server/features/auth/start-session.ts';
import { newMail } from '../server/testing/mails.ts';
import { type Person, type Seat, takeOut, takeSeat } from './model.ts';
import type { Choose } from './step.ts';
import { ask, everybody, isBusy, settle, signedIn, type World } from './world.ts';

/* What people do to their team and to their sessions. */

const seats = ({ companies }: World): Seat[] => companies.flatMap((company) => company.seats);
const nameOf = (seat: Seat) => `the seat of ${seat.number}`;

const isColleague = (person: Person | undefined, other: Person): boolean =>
  other !== person && other.company === person?.company && other.seat !== null;
const isFormer = (person: Person | undefined, other: Person): boolean =>
  other.company === person?.company && other.seat === null;

/** Addresses that no run has used before. */
let joined = 0;
function newEmail(): string {
  joined += 1;
  return `joins${joined}@example.com`;
}

function end(world: World, person: Person, heir: Person | null): void {
  world.ended.push(...person.tokens);
  const before = person.company.threads;
  takeOut(person, heir);
  const gone = before.filter((thread) => !person.company.threads.includes(thread));
  world.goneThreads.push(...gone.map(({ id }) => id));
}

const removePerson: Choose = (world, pick) => {
  const admin = pick(signedIn(world), (each) => each.isAdmin && isBusy(each));
  const person = pick(everybody(world), (each) => isColleague(admin, each));
  if (!admin || !person) return null;
  const seated = admin.company.people.filter(({ seat }) => seat !== null);
  const heir = pick([null, ...seated], (each) => each !== person) ?? null;
  const refusal = ((): FailureCode | null => {
    if (!admin.isAdmin) return 'forbidden';
    if (person.company !== admin.company || person.seat === null || person === heir) return 'not_found';
    return person === admin ? 'not_yourself' : null;
  })();
  return {
    say: `${admin.name} removes ${person.name}; the threads go to ${heir?.name ?? 'no one'}`,
    run: async () => {
      await settle(world);
      const body = { userId: person.userId, ...(heir ? { threadsTo: heir.userId } : {}) };
      await ask(world, admin, routes.removeSeatFromTeamMember, { body }, refusal);
      if (refusal === null) end(world, person, heir);
    },
  };
};

const invite: Choose = (world, pick) => {
  const admin = pick(signedIn(world), (each) => each.isAdmin && isBusy(each));
  const isFree = ({ company, holder, invited }: Seat) => company === admin?.company && !holder && !invited;
  const seat = pick(seats(world), isFree);
  const known = pick([null, ...everybody(world)], (each) => each === null || isFormer(admin, each)) ?? null;
  if (!admin || !seat) return null;
  const refusal = ((): FailureCode | null => {
    if (!admin.isAdmin) return 'forbidden';
    if (seat.company !== admin.company) return 'not_found';
    if (seat.holder !== null || seat.invited !== null) return 'seat_not_free';
    if (known !== null && known.company !== admin.company) return 'cannot_invite';
    return known?.seat ? 'invalid' : null;
  })();
  const email = known?.email ?? newEmail();
  return {
    say: `${admin.name} invites ${known?.name ?? email} to ${nameOf(seat)}`,
    run: async () => {
      await settle(world);
      const seatRole = seat.isHiringManagers ? 'hiringManager' : 'recruiter';
      const body = { email, seatId: seat.id, seatRole } as const;
      const reply = await ask(world, admin, routes.inviteUser, { body }, refusal);
      if (reply === null) return;
      assert.equal(reply.status, known === null ? 'sent' : 'ok');
      await settle(world);
      if (known === null) seat.invited = email;
      else {
        known.isAdmin = false;
        takeSeat(known, seat);
      }
    },
  };
};

const join: Choose = (world, pick) => {
  const seat = pick(seats(world).filter(({ invited }) => invited !== null));
  const email = seat?.invited;
  if (!seat || !email) return null;
  const { company } = seat;
  const name = `${company.name}'s ${email.split('@')[0]}`;
  return {
    say: `${name} joins`,
    run: async () => {
      const { text } = await newMail(world.app, email, 0);
      const inviteToken = /invite=([^\s>]+)/.exec(text)?.[1] ?? '';
      const { id_token: token } = await world.app.anonymous.call(routes.signup, {
        body: { firstName: 'Joe', lastName: 'Kim', email, password: 'correct horse battery', inviteToken },
      });
      const { id: userId } = await world.app.client(token).call(routes.getUser, {});
      const person: Person = { company, name, userId, email, isAdmin: false, seat, tokens: [token] };
      company.people.push(person);
      takeSeat(person, seat);
      await settle(world);
    },
  };
};

const cancelInvitation: Choose = (world, pick) => {
  const admin = pick(signedIn(world), (each) => each.isAdmin && isBusy(each));
  const seat = pick(seats(world).filter(({ invited }) => invited !== null));
  const email = seat?.invited;
  if (!admin || !seat || !email) return null;
  const isOurs = seat.company === admin.company;
  const refusal = !admin.isAdmin ? 'forbidden' : isOurs ? null : 'invitation_not_pending';
  return {
    say: `${admin.name} cancels the invitation to ${nameOf(seat)}`,
    run: async () => {
      await ask(world, admin, routes.cancelInvitation, { body: { email } }, refusal);
      if (refusal === null) seat.invited = null;
    },
  };
};

const changeRole: Choose = (world, pick) => {
  const admin = pick(signedIn(world), (each) => each.isAdmin && isBusy(each));
  const person = pick(everybody(world), (each) => isColleague(admin, each));
  const userType = pick(['admin', 'member'] as const);
  if (!admin || !person || !userType) return null;
  const admins = admin.company.people.filter(({ seat, isAdmin }) => seat !== null && isAdmin);
  const refusal = ((): FailureCode | null => {
    if (!admin.isAdmin) return 'forbidden';
    if (person.company !== admin.company || person.seat === null) return 'not_found';
    return person.isAdmin && userType === 'member' && admins.length === 1 ? 'admin_needed' : null;
  })();
  return {
    say: `${admin.name} makes ${person.name} ${userType}`,
    run: async () => {
      const body = { userId: person.userId, userType };
      await ask(world, admin, routes.changeUserType, { body }, refusal);
      if (refusal === null) person.isAdmin = userType === 'admin';
    },
  };
};

const transfer: Choose = (world, pick) => {
  const admin = pick(signedIn(world), (each) => each.isAdmin && isBusy(each));
  const seat = pick(seats(world), (each) => each.company === admin?.company && each.isHiringManagers);
  if (!admin || !seat) return null;
  const { holder } = seat;
  const refusal = ((): FailureCode | null => {
    if (!admin.isAdmin) return 'forbidden';
    if (seat.company !== admin.company) return 'not_found';
    if (!seat.isHiringManagers) return 'not_hiring_manager_seat';
    if (holder === null) return 'seat_not_used';
    return holder === admin ? 'not_yourself' : null;
  })();
  const email = newEmail();
  return {
    say: `${admin.name} transfers ${nameOf(seat)} to ${email}`,
    run: async () => {
      await settle(world);
      const input = { params: { id: seat.id }, body: { email, firstName: 'Joe', lastName: 'Kim' } };
      await ask(world, admin, routes.transferHiringManagerSeat, input, refusal);
      if (refusal !== null || holder === null) return;
      end(world, holder, null);
      seat.invited = email;
    },
  };
};

const signIn: Choose = (world, pick) => {
  const person = pick(
    everybody(world).filter(({ seat }) => seat !== null),
    isBusy,
  );
  if (!person) return null;
  const { deps } = world.app;
  return {
    say: `${person.name} signs in`,
    run: async () => {
      const { accountId } = person.company;
      const who = { accountId, userId: person.userId, userAgent: null };
      person.tokens.push((await startSession(deps.db, who, deps)).id_token);
    },
  };
};

function forget(world: World, person: Person, tokens: string[]): void {
  person.tokens = person.tokens.filter((token) => !tokens.includes(token));
  world.ended.push(...tokens);
}

const signOut: Choose = (world, pick) => {
  const person = pick(signedIn(world), isBusy);
  const token = pick(person?.tokens ?? []);
  if (!person || token === undefined) return null;
  return {
    say: `${person.name} signs out`,
    run: async () => {
      await ask(world, person, routes.logout, {}, null, [token]);
      forget(world, person, [token]);
    },
  };
};

const endOtherSessions: Choose = (world, pick) => {
  const person = pick(signedIn(world), isBusy);
  if (!person) return null;
  return {
    say: `${person.name} ends all other sessions`,
    run: async () => {
      await ask(world, person, routes.endOtherSessions, {});
      forget(world, person, person.tokens.slice(1));
    },
  };
};

const endSession: Choose = (world, pick) => {
  const person = pick(signedIn(world), isBusy);
  const other = pick(signedIn(world), (each) => each === person);
  const token = pick(other?.tokens ?? []);
  if (!person || !other || token === undefined) return null;
  return {
    say: `${person.name} ends a session of ${other.name}`,
    run: async () => {
      const sessions = await world.app.client(token).call(routes.listSessions, {});
      const { id = '' } = sessions.find(({ isCurrent }) => isCurrent) ?? {};
      const isOwn = person === other;
      await ask(world, person, routes.endSession, { params: { id } }, isOwn ? null : 'not_found');
      if (isOwn) forget(world, person, [token]);
    },
  };
};

export const teamSteps = {
  removePerson,
  invite,
  join,
  cancelInvitation,
  changeRole,
  transfer,
  signIn,
  signOut,
  endOtherSessions,
  endSession,
};
