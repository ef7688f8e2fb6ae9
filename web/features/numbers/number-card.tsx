import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '../../../contract/accounts.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { GetNumberDialog } from './get-number-dialog.tsx';
import { LinkStatusBadge } from './link-status-badge.tsx';
import { NonTexterNotice } from './non-texter-notice.tsx';
import { useLinkStatus } from './use-link-status.ts';

/** The number candidates see, or the way to one. */
export function NumberCard({ user, account }: { user: User; account: Account }) {
  const [asking, setAsking] = useState(false);
  if (user.seat?.twilioNumber) return <OwnNumber seat={user.seat} />;
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
  if (user.seat?.seatType === 'nonTexter') return <NonTexterNotice user={user} account={account} />;
  return (
    <Stack gap="sm" align="flex-start">
      <Text>You don't have a number yet. You need one to text candidates.</Text>
      <Button onClick={() => setAsking(true)}>Get a number</Button>
      <GetNumberDialog opened={asking} onClose={() => setAsking(false)} />
    </Stack>
  );
}

function OwnNumber({ seat }: { seat: NonNullable<User['seat']> }) {
  const { status, check, checking } = useLinkStatus(seat);
  return (
    <Stack gap="sm" align="flex-start">
      <Group gap="sm">
        <Text size="lg" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {seat.twilioNumberFormatted}
        </Text>
        <LinkStatusBadge status={status} size="sm" />
      </Group>
      {status !== 'linked' && (
        <>
          <Text c="dimmed">
            You can text as soon as it is active. If it still says 'Activating' after 24 hours, contact the
            support team through the Support tab.
          </Text>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={15} />}
            loading={checking}
            onClick={check}
          >
            Check status
          </Button>
        </>
      )}
    </Stack>
  );
}
