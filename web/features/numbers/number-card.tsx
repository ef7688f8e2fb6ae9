import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { User } from '../../../contract/users.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { NextNumber } from './landlines/next-number.tsx';
import { LinkStatusBadge } from './link-status-badge.tsx';
import { NonTexterNotice } from './non-texter-notice.tsx';
import { useLinkStatus } from './use-link-status.ts';

/** The number candidates see, or the way to one. */
export function NumberCard() {
  const { user, account } = useMe();
  if (user.seat?.twilioNumber)
    return <SeatNumber user={user} seat={user.seat} mayChange={account.planType !== 'free'} />;
  if (account.planType === 'free') {
    return (
      <Stack gap="sm" align="flex-start">
        <Text>Choose a plan first, then pick your number.</Text>
        <Button component={Link} to={paths.planSelection}>
          Choose a plan
        </Button>
      </Stack>
    );
  }
  if (user.seat?.seatType === 'nonTexter') return <NonTexterNotice />;
  return (
    <Stack gap="sm" align="flex-start">
      <Text>You don't have a number yet. You need one to text candidates.</Text>
      <Button component={Link} to={paths.getNumber}>
        Get a number
      </Button>
    </Stack>
  );
}

function SeatNumber({
  user,
  seat,
  mayChange,
}: {
  user: User;
  seat: NonNullable<User['seat']>;
  mayChange: boolean;
}) {
  const { status, rejection, check, checking } = useLinkStatus(seat);
  const { isLandline } = seat.metadata;
  return (
    <Stack gap="sm" align="flex-start">
      <Group gap="sm">
        <Text size="lg" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {seat.twilioNumberFormatted}
        </Text>
        <LinkStatusBadge status={status} registered={user.metadata.numberRegistered} size="sm" />
      </Group>
      {status === 'linked' ? (
        mayChange && !isLandline && <NextNumber />
      ) : (
        <>
          {rejection ? (
            <div role="status">
              <Text>This number was rejected. {rejection.sentence}</Text>
              <Text c="dimmed">{rejection.advice}</Text>
            </div>
          ) : (
            <Text c="dimmed">
              {isLandline
                ? "You can text as soon as it's active. Once you sign the letter, most numbers take two to five business days."
                : "You can text as soon as it's active. If it still says 'Activating' after 24 hours, contact the support team through the Support tab."}
            </Text>
          )}
          <Group gap="sm">
            {isLandline && mayChange && (
              <Button component={Link} to={paths.getNumber} size="xs">
                {rejection ? 'See what to do' : 'See the next step'}
              </Button>
            )}
            {rejection && !isLandline && mayChange && (
              <Button component={Link} to={paths.getNumber} size="xs">
                Pick another number
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              leftSection={<IconRefresh size={15} />}
              loading={checking}
              onClick={check}
            >
              Check status
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
