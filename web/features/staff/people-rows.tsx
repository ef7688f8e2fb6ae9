import { Badge, Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { personName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import type { StaffAccountDetails } from '../../../contract/staff/accounts.ts';
import {
  IMPERSONATION_MINUTES,
  SECOND_STEP_RESET_HOURS,
  type StaffPerson,
} from '../../../contract/staff/people.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { dateTime } from '../../lib/dates.ts';
import { showDone } from '../../lib/notices.ts';
import { impersonate } from '../../lib/session/session.ts';
import { paths } from '../../paths.ts';
import type { Ask } from './reason-dialog.tsx';
import { Rows } from './rows.tsx';
import classes from './staff.module.css';
import { peopleQuery } from './staff-queries.ts';

export function PeopleRows({
  account,
  timezone,
  onAsk,
}: {
  account: StaffAccountDetails;
  timezone: string;
  onAsk: (ask: Ask) => void;
}) {
  const list = useInfiniteQuery(peopleQuery(account.id));
  const asks = usePersonAsks(account.id, timezone);
  return (
    <Rows list={list} label="People" empty={<p className={classes.nothing}>No one is here.</p>}>
      {(person) => (
        <>
          <div className={classes.who}>
            <span className={classes.name}>{personName(person) || person.email}</span>
            <div className={classes.below}>
              <span>
                {person.email}
                {!person.emailVerified && ' (not verified)'}
              </span>
              <span>{roleOf(person)}</span>
              <span>{person.mfaEnabled ? 'With second step' : 'Without second step'}</span>
              <span>
                {person.lastActiveAt ? `Active ${dateTime(person.lastActiveAt, timezone)}` : 'Never active'}
              </span>
            </div>
            {person.seat?.number && (
              <div className={classes.below}>
                <span>{person.seat.number.phoneNumberFormatted}</span>
                <span>{person.seat.number.linkStatus}</span>
              </div>
            )}
          </div>
          {person.deletesAt && (
            <Badge variant="light" color="red" tt="none">
              Will be erased {dateTime(person.deletesAt, timezone)}
            </Badge>
          )}
          {person.secondStepResetAt && (
            <Badge variant="light" color="orange" tt="none">
              Second step ends {dateTime(person.secondStepResetAt, timezone)}
            </Badge>
          )}
          <div className={classes.actions}>
            {person.can.impersonate && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Impersonate ${personName(person)}`}
                onClick={() => onAsk(asks.impersonate(person))}
              >
                Impersonate
              </Button>
            )}
            {person.can.resetSecondStep && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Reset second step of ${personName(person)}`}
                onClick={() => onAsk(asks.resetSecondStep(person))}
              >
                Reset second step
              </Button>
            )}
          </div>
        </>
      )}
    </Rows>
  );
}

function roleOf({ isFormerMember, userType, seat }: StaffPerson): string {
  if (isFormerMember) return 'Former member';
  const role = seat === null ? 'no seat' : seat.seatRole === 'recruiter' ? 'recruiter' : 'hiring manager';
  return `${userType === 'admin' ? 'Admin' : 'Member'}, ${role}`;
}

function usePersonAsks(accountId: string, timezone: string) {
  const router = useRouter();
  const queryClient = useQueryClient();
  return {
    impersonate: (person: StaffPerson): Ask => ({
      title: `Impersonate ${personName(person)}?`,
      text: `In this tab, you'll see what they see for up to ${IMPERSONATION_MINUTES} minutes. You can't change anything.`,
      hint: "Their admins see it, with your name, in the account's activity.",
      button: 'Impersonate',
      run: async (reason) => {
        const reply = await call(routes.startImpersonation, {
          body: { accountId, userId: person.id, reason },
        });
        return () => {
          impersonate(reply);
          // Nothing of the staff member's own may mix with what is theirs, or be asked again meanwhile.
          router.options.context.queryClient.clear();
          void router.navigate({ to: paths.messages });
        };
      },
    }),
    resetSecondStep: (person: StaffPerson): Ask => ({
      title: `Reset the second step of ${personName(person)}?`,
      text: `In ${SECOND_STEP_RESET_HOURS} hours, their authenticator app and passkeys are removed, and they sign in with their password only. We email them now, so they can stop it.`,
      hint: 'How did you check who they are? Their admins see this.',
      button: 'Reset second step',
      isFinal: true,
      run: async (reason) => {
        const { resetsAt } = await call(routes.askSecondStepReset, {
          body: { accountId, userId: person.id, reason },
        });
        showDone(`Their second step ends on ${dateTime(resetsAt, timezone)}, unless they stop it.`);
        await loadAgain(queryClient, routes.listStaffPeople);
      },
    }),
  };
}
