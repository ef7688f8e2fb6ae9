import type { InviteStatus } from '../../../contract/team.ts';

/** The words of a notice when something is done. */
export interface Notice {
  title?: string;
  message: string;
}

export const notices = {
  invited: { title: 'Invite sent!', message: 'Ask your team member to check their email' },
  reinvited: { title: 'Reinvite member!', message: 'Member account is activated' },
  personRemoved: { message: 'Seat has been successfully removed' },
  invitationCanceled: { message: 'Invite has been canceled' },
  seatRemoved: { message: 'Seat has been successfully removed from this account' },
  userTypeChanged: { message: 'User type updated' },
  signedOut: { message: 'Signed out on all devices' },
  numberReset: { message: 'Number reset successfully!' },
  seatTypeChanged: { message: 'User updated successfully!' },
  tagged: { message: 'Tags updated successfully!' },
  covered: { message: 'The seat is covered' },
  uncovered: { message: 'No one covers the seat now' },
  transferred: { message: 'Seat transferred successfully!' },
  serviceAdded: { message: 'Service seat added' },
  serviceRenamed: { message: 'Service renamed' },
  serviceRemoved: { message: 'Service removed' },
  numberChosen: { message: 'Number added' },
  numberChanged: { message: 'Get new number successfully!' },
} as const satisfies Record<string, Notice>;

/** `ok`: a former member is back right away; everyone else gets a mail. */
export const noticeOfInvitation = (status: InviteStatus): Notice =>
  status === 'ok' ? notices.reinvited : notices.invited;
