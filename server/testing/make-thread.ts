import { type MadeMessage, makeCandidate, makeConversation } from './make.ts';
import { candidatePhone, type Recruiter, type TestApp } from './test-app.ts';

export interface Thread {
  id: string;
  candidateId: string;
  phone: string;
}

export interface ThreadState {
  firstName?: string;
  lastName?: string;
  email?: string;
  tags?: string[];
  unreadCount?: number;
  isArchived?: boolean;
}

/** A conversation of the person's seat, as it would be after these texts. The tags are its candidate's. */
export async function makeThread(
  app: TestApp,
  person: Recruiter,
  messages: MadeMessage[],
  more: ThreadState = {},
): Promise<Thread> {
  const { firstName = 'Ben', lastName = 'Ito', email = null, tags = [], ...state } = more;
  const phone = candidatePhone();
  const { db, pool } = app.deps;
  const { rows } = await pool.query<{ id: string }>('select id from numbers where phone_number = $1', [
    person.number,
  ]);
  const candidateId = await makeCandidate(db, person.accountId, {
    phoneNumber: phone,
    firstName,
    lastName,
    email,
    tags,
  });
  const { conversationId } = await makeConversation(
    db,
    {
      accountId: person.accountId,
      seatId: person.seatId,
      userId: person.userId,
      numberId: rows[0]?.id ?? '',
      candidateId,
      candidateNumber: phone,
    },
    messages,
    state,
  );
  return { id: conversationId, candidateId, phone };
}
