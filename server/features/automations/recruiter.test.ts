import { expect, it } from 'vitest';
import { type Named, recruiterOf, type SeatHolder } from './recruiter.ts';

const seat = (userId: string, isRecruiter = true): SeatHolder => ({
  userId,
  seatId: `seat of ${userId}`,
  email: `${userId}@Corp.example`,
  isRecruiter,
});
const [ana, bo, cem, mo] = [seat('ana'), seat('bo'), seat('cem'), seat('mo', false)];
const noOne: Named = { assigneeId: null, recruiterEmail: null, addedBy: null, reminderUserId: null };

it.each<[string, SeatHolder[], Partial<Named>, string | null]>([
  ['an account of one recruiter: it is always that one', [ana], { assigneeId: 'gone' }, 'ana'],
  ['one recruiter with hiring managers', [ana, mo], { assigneeId: 'mo' }, 'ana'],
  ['no one has a seat', [], { assigneeId: 'ana', reminderUserId: 'ana' }, null],
  ['a hiring manager alone is no recruiter', [mo], {}, null],
  [
    'the conversation says it',
    [ana, bo, cem],
    { assigneeId: 'bo', recruiterEmail: 'ana@corp.example' },
    'bo',
  ],
  ["the conversation may be a hiring manager's", [ana, bo, mo], { assigneeId: 'mo' }, 'mo'],
  ['the application says it', [ana, bo], { recruiterEmail: 'BO@corp.example', addedBy: 'ana' }, 'bo'],
  ['an address of no one here', [ana, bo], { recruiterEmail: 'x@corp.example', addedBy: 'ana' }, 'ana'],
  ['who added the candidate', [ana, bo], { addedBy: 'bo', reminderUserId: 'ana' }, 'bo'],
  ['whom an admin chose', [ana, bo], { reminderUserId: 'bo' }, 'bo'],
  [
    'the chosen one takes over from who has left',
    [ana, bo],
    { assigneeId: 'gone', reminderUserId: 'bo' },
    'bo',
  ],
  ['the chosen one has left', [ana, bo], { reminderUserId: 'gone' }, null],
  ['the chosen one is a hiring manager by now', [ana, bo, mo], { reminderUserId: 'mo' }, null],
  ['nothing says it', [ana, bo], {}, null],
])('%s', (_what, seats, named, expected) => {
  expect(recruiterOf(seats, { ...noOne, ...named })?.userId ?? null).toBe(expected);
});
