import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Passkey } from '../../../../contract/passkeys.ts';
import * as routes from '../../../../contract/routes.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { dateTime } from '../../../lib/dates.ts';
import { namedAddress, passkeySite } from '../../../lib/session/passkey-site.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useTaskDialog } from '../../../lib/use-task-dialog.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import type { PasskeyTask } from './passkey-dialog.tsx';
import classes from './session-list.module.css';

const PasskeyDialog = lazy(() =>
  import('./passkey-dialog.tsx').then((module) => ({ default: module.PasskeyDialog })),
);

export function Passkeys() {
  const { user } = useMe();
  const { asked, open, state } = useTaskDialog<PasskeyTask>();
  return (
    <Stack gap="sm">
      <div>
        <Text fw={500}>Passkeys</Text>
        <Text size="sm" c="dimmed">
          Sign in with your fingerprint, face or screen lock instead of a password. No one can guess a passkey
          or trick you out of it.
        </Text>
      </div>
      {user.passkeyEnabled && <PasskeyList timezone={user.timezone} open={open} />}
      <AddPasskey onClick={() => open({ kind: 'add' })} />
      {asked && (
        <Suspense fallback={null}>
          <PasskeyDialog key={asked.time} task={asked.task} user={user} {...state} />
        </Suspense>
      )}
    </Stack>
  );
}

/** Or a sentence on why it isn't possible here. */
export function AddPasskey({ onClick }: { onClick: () => void }) {
  const reason = useReason();
  if (reason)
    return (
      <Text size="sm" c="dimmed">
        {reason}
      </Text>
    );
  return (
    <Group>
      <Button variant="default" onClick={onClick}>
        Add a passkey
      </Button>
    </Group>
  );
}

function useReason(): ReactNode {
  const place = passkeySite();
  if (place === 'here') return null;
  if (place === 'browser')
    return "This browser can't create passkeys. Open this page in another browser to add one.";
  const named = namedAddress();
  if (named === null)
    return "Passkeys need an address with a name, and this one is a number. You can't add one here.";
  return (
    <>
      Passkeys need an address with a name, and this one is a number. Open{' '}
      <Anchor href={named} underline="always" size="sm">
        {new URL(named).host}
      </Anchor>{' '}
      and sign in there to add one.
    </>
  );
}

function PasskeyList({ timezone, open }: { timezone: string; open: (task: PasskeyTask) => void }) {
  const passkeys = useQuery(routeQuery(routes.listPasskeys));
  if (!passkeys.data) {
    if (passkeys.isError) return <LoadFailure what="Your passkeys" retry={() => void passkeys.refetch()} />;
    return <Skeleton height={56} role="status" aria-label="Loading your passkeys" />;
  }
  return (
    <ul className={classes.list} aria-label="Passkeys">
      {passkeys.data.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} timezone={timezone} open={open} />
      ))}
    </ul>
  );
}

function PasskeyRow({
  passkey,
  timezone,
  open,
}: {
  passkey: Passkey;
  timezone: string;
  open: (task: PasskeyTask) => void;
}) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {lastUsedAt
            ? `Last used ${dateTime(lastUsedAt, timezone)}`
            : `Added ${dateTime(createdAt, timezone)}, not used yet`}
        </Text>
      </div>
      <Group gap="xs" justify="flex-end">
        <Button
          variant="default"
          size="xs"
          aria-label={`Rename ${name}`}
          onClick={() => open({ kind: 'rename', passkey })}
        >
          Rename
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={`Remove ${name}`}
          onClick={() => open({ kind: 'remove', passkey })}
        >
          Remove
        </Button>
      </Group>
    </li>
  );
}
