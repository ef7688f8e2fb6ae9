import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../failure.ts';
import {
  requireAnotherAdmin,
  requireSomeoneElse,
  type SeatState,
  type SeatStep,
  seatAfter,
  seatCan,
  transitions,
} from './rules.ts';

const states: SeatState[] = ['used', 'available', 'pendingInvitation', 'rectxt', 'removed'];
const steps = Object.keys(transitions) as SeatStep[];

/** Written down by hand a second time: where each step leads from each state. */
const table: Record<SeatStep, Partial<Record<SeatState, SeatState>>> = {
  invite: { available: 'pendingInvitation' },
  resendInvitation: { pendingInvitation: 'pendingInvitation' },
  cancelInvitation: { pendingInvitation: 'available' },
  accept: { pendingInvitation: 'used' },
  give: { available: 'used' },
  removePerson: { used: 'available' },
  transfer: { used: 'used' },
  transferByInvitation: { used: 'pendingInvitation' },
  remove: { available: 'removed' },
};

const refusals: Record<SeatStep, string> = {
  invite: 'seat_not_free',
  resendInvitation: 'invitation_not_pending',
  cancelInvitation: 'invitation_not_pending',
  accept: 'invitation_not_pending',
  give: 'seat_not_free',
  removePerson: 'seat_not_used',
  transfer: 'seat_not_used',
  transferByInvitation: 'seat_not_used',
  remove: 'seat_not_free',
};

function codeOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

describe('a seat', () => {
  it.each(steps.flatMap((step) => states.map((state) => ({ step, state, to: table[step][state] }))))(
    '$state, $step: $to',
    ({ step, state, to }) => {
      if (to !== undefined) expect(seatAfter(state, step)).toBe(to);
      else
        expect(codeOf(() => seatAfter(state, step))).toBe(state === 'removed' ? 'not_found' : refusals[step]);
    },
  );
});

/* A company in which people do things in any order. Only the rules keep it whole. */

interface Seat {
  state: SeatState;
  person: number | null;
}
interface Member {
  userType: 'admin' | 'member';
  isActive: boolean;
  isLeaving: boolean;
}
interface Company {
  bought: number;
  seats: Seat[];
  people: Member[];
}

type Command =
  | { kind: 'purchase'; quantity: number }
  | { kind: Exclude<SeatStep, 'resendInvitation' | 'transfer' | 'give'>; seat: number; by: number }
  | { kind: 'give' | 'transfer'; seat: number; by: number; to: number }
  | { kind: 'userType'; person: number; userType: 'admin' | 'member' }
  | { kind: 'deletion'; person: number; isLeaving: boolean };

const admins = (company: Company) =>
  company.people.filter((person) => person.isActive && !person.isLeaving && person.userType === 'admin')
    .length;

function leave(company: Company, seat: Seat, by: number): void {
  const person = company.people[seat.person ?? -1];
  if (seat.person === null || person === undefined) throw new Failure('not_found');
  requireSomeoneElse(String(by), String(seat.person));
  requireAnotherAdmin(person, admins(company));
  person.isActive = false;
  seat.person = null;
}

function sit(company: Company, seat: Seat, to: number): void {
  const person = company.people[to];
  if (person === undefined || person.isActive) throw new Failure('not_found');
  person.isActive = true;
  person.isLeaving = false;
  person.userType = 'member';
  seat.person = to;
}

/** On a copy: what is refused half-way has not happened, as in a transaction. */
function obey(before: Company, command: Command): Company {
  const company = structuredClone(before);
  if (command.kind === 'purchase') {
    company.bought += command.quantity;
    for (let n = 0; n < command.quantity; n += 1) company.seats.push({ state: 'available', person: null });
    return company;
  }
  if (command.kind === 'userType') {
    const person = company.people[command.person];
    if (!person?.isActive) throw new Failure('not_found');
    if (person.userType !== command.userType) requireAnotherAdmin(person, admins(company));
    person.userType = command.userType;
    return company;
  }
  if (command.kind === 'deletion') {
    const person = company.people[command.person];
    if (!person?.isActive) throw new Failure('not_found');
    if (command.isLeaving) requireAnotherAdmin(person, admins(company));
    person.isLeaving = command.isLeaving;
    return company;
  }
  const seat = company.seats[command.seat];
  const by = company.people[command.by];
  if (seat === undefined || !by?.isActive || by.isLeaving) throw new Failure('not_found');
  const to = seatAfter(seat.state, command.kind);
  if (command.kind === 'removePerson' || command.kind.startsWith('transfer'))
    leave(company, seat, command.by);
  if (command.kind === 'give' || command.kind === 'transfer') sit(company, seat, command.to);
  if (command.kind === 'remove') company.bought -= 1;
  if (command.kind === 'accept') {
    company.people.push({ userType: 'member', isActive: true, isLeaving: false });
    seat.person = company.people.length - 1;
  }
  seat.state = to;
  return company;
}

const index = fc.nat({ max: 9 });
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ kind: fc.constant('purchase' as const), quantity: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constantFrom(
      'invite' as const,
      'accept' as const,
      'cancelInvitation' as const,
      'removePerson' as const,
      'transferByInvitation' as const,
      'remove' as const,
    ),
    seat: index,
    by: index,
  }),
  fc.record({
    kind: fc.constantFrom('give' as const, 'transfer' as const),
    seat: index,
    by: index,
    to: index,
  }),
  fc.record({ kind: fc.constant('deletion' as const), person: index, isLeaving: fc.boolean() }),
  fc.record({
    kind: fc.constant('userType' as const),
    person: index,
    userType: fc.constantFrom('admin' as const, 'member' as const),
  }),
);

function start(): Company {
  return {
    bought: 3,
    seats: [
      { state: 'used', person: 0 },
      { state: 'available', person: null },
      { state: 'available', person: null },
      { state: 'rectxt', person: null },
    ],
    people: [{ userType: 'admin', isActive: true, isLeaving: false }],
  };
}

it('whatever people do, in whatever order, a company stays whole', () => {
  let refused = 0;
  let done = 0;
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60, size: 'max' }), (commands) => {
      let company = start();
      for (const each of commands) {
        const before = company;
        try {
          company = obey(company, each);
          done += 1;
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          refused += 1;
          company = before;
        }
        const ours = company.seats.filter(({ state }) => state !== 'removed' && state !== 'rectxt');
        const taken = ours.filter(({ state }) => state !== 'available').length;
        expect(ours.length).toBe(company.bought);
        expect(taken).toBeLessThanOrEqual(company.bought);
        expect(company.bought).toBeGreaterThanOrEqual(0);
        expect(admins(company)).toBeGreaterThanOrEqual(1);
        // A seat has a person if and only if it is used, and no one has two.
        expect(company.seats.every((seat) => (seat.state === 'used') === (seat.person !== null))).toBe(true);
        const sitting = company.seats.flatMap(({ person }) => (person === null ? [] : [person]));
        expect(new Set(sitting).size).toBe(sitting.length);
        expect(company.seats[3]?.state).toBe('rectxt');
      }
    }),
    { numRuns: 500 },
  );
  expect(done).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(500);
});

it('an invitation that was accepted can be neither accepted again nor canceled', () => {
  const seat = seatAfter('pendingInvitation', 'accept');
  expect(codeOf(() => seatAfter(seat, 'accept'))).not.toBeNull();
  expect(codeOf(() => seatAfter(seat, 'cancelInvitation'))).not.toBeNull();
  expect(codeOf(() => seatAfter(seat, 'resendInvitation'))).not.toBeNull();
});

describe('what can be done with a seat', () => {
  const facts = { viewerId: 'me', admins: 2, total: 5, isTeam: true, minimum: 3 };
  const used = {
    status: 'used' as const,
    seatRole: 'recruiter' as const,
    seatType: 'texter' as const,
    isService: false,
    userId: 'you',
    userType: 'member' as const,
    isLeaving: false,
    hasNumber: true,
    hasReplacement: false,
  };
  const namesOf = (can: Record<string, boolean>) =>
    Object.entries(can)
      .filter(([, yes]) => yes)
      .map(([name]) => name);
  const free = { ...used, userId: null, userType: null, hasNumber: false };

  it.each([
    [
      'that is getting another number',
      { ...used, hasReplacement: true },
      facts,
      'removePerson changeUserType changeSeatType',
    ],
    ['of a member', used, facts, 'removePerson changeUserType changeSeatType changeNumber'],
    ['of a service', { ...used, isService: true }, facts, 'removePerson changeSeatType changeNumber'],
    [
      'of a service without a number',
      { ...used, isService: true, hasNumber: false },
      facts,
      'removePerson changeSeatType changeNumber',
    ],
    [
      'of a service that does not text',
      { ...used, isService: true, hasNumber: false, seatType: 'nonTexter' as const },
      facts,
      'removePerson changeSeatType',
    ],
    [
      'of a member without a number',
      { ...used, hasNumber: false },
      facts,
      'removePerson changeUserType changeSeatType',
    ],
    ['of oneself', { ...used, userId: 'me' }, facts, 'changeUserType changeSeatType changeNumber'],
    [
      'of an admin',
      { ...used, userType: 'admin' as const },
      { ...facts, admins: 1 },
      'changeSeatType changeNumber',
    ],
    [
      'of an admin who is leaving',
      { ...used, userType: 'admin' as const, isLeaving: true },
      { ...facts, admins: 1 },
      'removePerson changeUserType changeSeatType changeNumber',
    ],
    [
      'of a hiring manager',
      { ...used, seatRole: 'hiringManager' as const },
      facts,
      'removePerson changeUserType changeSeatType transfer changeNumber',
    ],
    ['that is free', { ...free, status: 'available' as const }, facts, 'cover removeSeat'],
    [
      'that is free, of the smallest team',
      { ...free, status: 'available' as const },
      { ...facts, total: 3 },
      'cover',
    ],
    [
      'that is pending',
      { ...free, status: 'pendingInvitation' as const },
      facts,
      'cover resendInvitation cancelInvitation',
    ],
    ['of ours', { ...free, status: 'rectxt' as const }, facts, ''],
  ])('%s', (_, seat, given, names) => {
    expect(namesOf(seatCan(seat, given)).join(' ')).toBe(names);
  });
});
