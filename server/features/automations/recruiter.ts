/** Someone with a seat, by whom a candidate may be texted. */
export interface SeatHolder {
  userId: string;
  seatId: string;
  email: string;
  isRecruiter: boolean;
}

/** Who a candidate's recruiter may be, by source. */
export interface Named {
  /** Of the candidate's latest conversation: who it's assigned to, or else whose seat it's on. */
  assigneeId: string | null;
  /** The recruiter's of the candidate's application in a connected system. */
  recruiterEmail: string | null;
  /** Who added the candidate by hand. */
  addedBy: string | null;
  /** Whom an admin chose for reminders of the interviews of the candidate's system. */
  reminderUserId: string | null;
}

/** Null: no one who has a seat, and reminders are held until someone has one. */
export function recruiterOf(seats: readonly SeatHolder[], named: Named): SeatHolder | null {
  const recruiters = seats.filter(({ isRecruiter }) => isRecruiter);
  const [only, another] = recruiters;
  if (only !== undefined && another === undefined) return only;
  const byId = (userId: string | null) => seats.find((seat) => seat.userId === userId);
  const email = named.recruiterEmail?.toLowerCase() ?? null;
  const byEmail = seats.find((seat) => seat.email.toLowerCase() === email);
  return (
    byId(named.assigneeId) ??
    byEmail ??
    byId(named.addedBy) ??
    recruiters.find(({ userId }) => userId === named.reminderUserId) ??
    null
  );
}
