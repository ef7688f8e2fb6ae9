import { Avatar, Badge } from '@mantine/core';
import { IconArmchair, IconMail } from '@tabler/icons-react';
import { memo } from 'react';
import { personName } from '../../../../contract/person-name.ts';
import type { Seat } from '../../../../contract/seats.ts';
import { fullTime } from '../../../lib/dates.ts';
import { rowClasses } from '../../../ui/data-table.tsx';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { LinkStatusBadge } from '../../numbers/link-status-badge.tsx';
import type { SeatAction } from '../seat-actions/seat-actions.ts';
import { seatName } from './find-seats.ts';
import { SeatMenu } from './seat-menu.tsx';
import classes from './seat-table.module.css';

const TAGS_SHOWN = 2;
const AVATAR_PX = 32;

export const SeatRow = memo(function SeatRow({
  seat,
  isMe,
  timezone,
  when,
  at,
  hasExpired,
  onAsk,
}: {
  seat: Seat;
  isMe: boolean;
  timezone: string;
  when: string;
  at: string | null;
  hasExpired: boolean;
  onAsk: (seat: Seat, action: SeatAction) => void;
}) {
  const isFree = seat.status === 'available';
  return (
    <tr data-status={seat.status}>
      <td className={classes.who}>
        <div className={rowClasses.person}>
          <SeatAvatar seat={seat} />
          <div className={classes.names}>
            <div className={classes.name}>
              <span title={seatName(seat)}>{seatName(seat)}</span>
              {isMe && <span className={classes.me}>You</span>}
            </div>
            <div className={classes.below} title={belowName(seat)}>
              {belowName(seat)}
            </div>
          </div>
        </div>
      </td>
      <td className={classes.role}>
        {!isFree && seat.userType !== null && (
          <>
            {seat.user?.isService ? 'Service' : seat.userType === 'admin' ? 'Admin' : 'Member'}
            <span className={classes.type}>{seat.seatType === 'texter' ? 'Texter' : 'Non-texter'}</span>
          </>
        )}
      </td>
      <td className={classes.number}>
        {seat.twilioNumberFormatted && (
          <div>
            <span>{seat.twilioNumberFormatted}</span>
            {seat.linkStatus && <LinkStatusBadge status={seat.linkStatus} registered={seat.registered} />}
            {seat.linkRejection && (
              <span className={classes.below} title={seat.linkRejection.advice}>
                {seat.linkRejection.sentence}
              </span>
            )}
            {seat.replacementNumber && <span className={classes.below}>A new one is on its way</span>}
          </div>
        )}
      </td>
      <td className={classes.tags}>
        <div className={rowClasses.tags} title={seat.tags.join(', ')}>
          {seat.tags.slice(0, TAGS_SHOWN).map((tag) => (
            <Badge key={tag} variant="default" tt="none" fw={500} size="sm">
              {tag}
            </Badge>
          ))}
          {seat.tags.length > TAGS_SHOWN && (
            <span className={classes.more}>+{seat.tags.length - TAGS_SHOWN}</span>
          )}
        </div>
      </td>
      <td className={classes.active}>
        {at === null ? (
          when
        ) : (
          <time dateTime={at} title={fullTime(at, timezone)} data-expired={hasExpired || undefined}>
            {when}
          </time>
        )}
      </td>
      <td className={classes.actions}>
        <SeatMenu seat={seat} onAsk={(action) => onAsk(seat, action)} />
      </td>
    </tr>
  );
});

function SeatAvatar({ seat: { user, status } }: { seat: Seat }) {
  if (user) return <PersonAvatar person={user} size={AVATAR_PX} />;
  const Icon = status === 'pendingInvitation' ? IconMail : IconArmchair;
  return (
    <Avatar size={AVATAR_PX} aria-hidden>
      <Icon size={16} stroke={1.5} />
    </Avatar>
  );
}

function belowName(seat: Seat): string {
  if (seat.user) return seat.user.isService ? 'Texts with API keys' : seat.user.email;
  if (seat.coveredBy) return `Covered by ${personName(seat.coveredBy)}`;
  if (seat.status === 'available')
    return seat.twilioNumber ? 'No one reads its texts' : 'Ready for an invitation';
  const isNamed = seatName(seat) !== seat.pendingEmail;
  return isNamed ? (seat.pendingEmail ?? '') : '';
}
