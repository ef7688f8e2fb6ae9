/* Who has what, and who sees it, as far as people outside can tell. The real app is compared with this. */

export interface Company {
  name: string;
  accountId: string;
  people: Person[];
  seats: Seat[];
  /** Ids by phone. */
  candidates: Map<string, string>;
  /** Phones of deleted candidates. The model doesn't cover new texts from them. */
  deleted: Set<string>;
  threads: Thread[];
  optedOut: Set<string>;
}

export interface Seat {
  company: Company;
  id: string;
  number: string;
  isHiringManagers: boolean;
  holder: Person | null;
  /** Whose invitation is pending. */
  invited: string | null;
  /** Who gets its inbound texts while no one has the seat. */
  cover: Person | null;
}

export interface Person {
  company: Company;
  name: string;
  userId: string;
  email: string;
  isAdmin: boolean;
  /** Null for a former member. */
  seat: Seat | null;
  /** Of the sessions that are good. */
  tokens: string[];
}

export interface Thread {
  id: string;
  seat: Seat;
  phone: string;
  assignee: Person | null;
  unread: number;
  isWaiting: boolean;
  isArchived: boolean;
  isHeld: boolean;
  /** Oldest first. */
  texts: Text[];
}

export interface Text {
  /** In which order they came, across all threads. */
  at: number;
  body: string;
}

export const isOptedOut = ({ seat, phone }: Thread): boolean => seat.company.optedOut.has(phone);

export function maySee(person: Person, { seat, assignee }: Thread): boolean {
  if (person.company !== seat.company) return false;
  return person.isAdmin || assignee === person || seat.holder === person;
}

/** The threads that the person's inbox lists; for an admin, those in everyone's inbox. */
export function inboxOf(person: Person): Thread[] {
  return person.company.threads.filter(({ assignee }) => person.isAdmin || assignee === person);
}

export function countsOf(person: Person): { unread: number; waiting: number; unassigned: number } {
  const threads = person.company.threads.filter(({ isArchived }) => !isArchived);
  const open = threads.filter(({ assignee }) => assignee === person);
  return {
    unassigned: threads.filter(
      ({ assignee, seat }) => assignee === null && (person.isAdmin || seat.holder === person),
    ).length,
    unread: open.filter(({ unread }) => unread > 0).length,
    waiting: open.filter(({ isWaiting }) => isWaiting).length,
  };
}

export function threadWith(seat: Seat, phone: string): Thread | undefined {
  return seat.company.threads.find((thread) => thread.seat === seat && thread.phone === phone);
}

export function openThread(seat: Seat, phone: string, ids: { id: string; candidateId: string }): Thread {
  const known = threadWith(seat, phone);
  if (known !== undefined) return known;
  const state = { unread: 0, isWaiting: false, isArchived: false, isHeld: false };
  const thread: Thread = {
    id: ids.id,
    seat,
    phone,
    assignee: seat.holder ?? seat.cover,
    ...state,
    texts: [],
  };
  seat.company.threads.push(thread);
  seat.company.candidates.set(phone, ids.candidateId);
  return thread;
}

/** No one texts the phone anymore, waits to answer it, or has to review its texts. */
export function optOut(company: Company, phone: string): void {
  company.optedOut.add(phone);
  for (const thread of company.threads.filter((each) => each.phone === phone)) {
    thread.isWaiting = false;
    thread.isHeld = false;
  }
}

export function writeIn(thread: Thread, text: Text): void {
  thread.texts.push(text);
  thread.isWaiting = false;
  thread.isArchived = false;
}

export type Asked = 'stop' | 'start' | 'hold' | null;

export function receive(thread: Thread, text: Text, asked: Asked): void {
  const { company } = thread.seat;
  const wasOptedOut = isOptedOut(thread);
  thread.texts.push(text);
  thread.unread += 1;
  thread.isArchived = false;
  if (!wasOptedOut && asked !== 'stop') thread.isWaiting = true;
  if (!wasOptedOut && asked === 'hold') thread.isHeld = true;
  if (asked === 'stop') optOut(company, thread.phone);
  if (asked === 'start') company.optedOut.delete(thread.phone);
}

/** The person is out; their threads are the heir's, or no one's. */
export function takeOut(person: Person, heir: Person | null): void {
  const { company, seat } = person;
  const heirSeat = heir?.seat;
  if (seat !== null && heir && heirSeat) {
    for (const thread of company.threads.filter((each) => each.seat === seat))
      moveThread(thread, heirSeat, heir);
  }
  for (const thread of company.threads) if (thread.assignee === person) thread.assignee = null;
  for (const each of company.seats) if (each.cover === person) each.cover = null;
  if (seat !== null) {
    seat.holder = null;
    seat.cover = heir;
  }
  person.seat = null;
  person.tokens = [];
}

/** If the other seat has a thread with the same phone, the two are merged. */
function moveThread(thread: Thread, seat: Seat, heir: Person): void {
  const { company } = seat;
  const known = threadWith(seat, thread.phone);
  if (known === undefined) {
    thread.seat = seat;
    thread.assignee = heir;
    return;
  }
  known.texts = [...known.texts, ...thread.texts].sort((a, b) => a.at - b.at);
  known.unread += thread.unread;
  known.isWaiting ||= thread.isWaiting;
  known.isArchived &&= thread.isArchived;
  known.isHeld ||= thread.isHeld;
  company.threads = company.threads.filter((each) => each !== thread);
}

/** The seat's unassigned threads are the person's now. */
export function takeSeat(person: Person, seat: Seat): void {
  person.seat = seat;
  seat.holder = person;
  seat.invited = null;
  for (const thread of person.company.threads)
    if (thread.seat === seat && (thread.assignee === null || thread.assignee === seat.cover))
      thread.assignee = person;
  seat.cover = null;
}
