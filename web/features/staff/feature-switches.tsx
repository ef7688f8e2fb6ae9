import { Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '../../../contract/routes.ts';
import { FeatureName, type StaffAccountDetails } from '../../../contract/staff.ts';
import { call } from '../../lib/api.ts';
import { routeQuery } from '../../lib/route-query.ts';
import type { Ask } from './reason-dialog.tsx';
import classes from './staff.module.css';

/** What is switched on for this account beside what everybody has. */
export function FeatureSwitches({
  account,
  onAsk,
}: {
  account: StaffAccountDetails;
  onAsk: (ask: Ask) => void;
}) {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);

  const askFor = (feature: string, enabled: boolean): Ask => ({
    title: `Switch ${feature} ${enabled ? 'on' : 'off'}?`,
    text: `For everybody of ${account.name}, from the next time that they load a page.`,
    hint: 'Their admins read it, with your name, in the activity of the account.',
    button: enabled ? 'Switch on' : 'Switch off',
    run: async (reason) => {
      const changed = await call(routes.switchFeature, {
        params: { id: account.id },
        body: { feature, enabled, reason },
      });
      queryClient.setQueryData(
        routeQuery(routes.getStaffAccount, { params: { id: account.id } }).queryKey,
        changed,
      );
      setName('');
    },
  });

  function add() {
    const read = FeatureName.safeParse(name);
    setError(read.success ? null : (read.error.issues[0]?.message ?? null));
    if (read.success) onAsk(askFor(read.data, true));
  }

  return (
    <Stack gap="md">
      {account.features.length === 0 && (
        <p className={classes.nothing}>No feature is switched on for any account.</p>
      )}
      {account.features.map((feature) => (
        <Switch
          key={feature.name}
          label={feature.name}
          checked={feature.enabled}
          onChange={() => onAsk(askFor(feature.name, !feature.enabled))}
        />
      ))}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Group align="flex-start" gap="sm">
          <TextInput
            aria-label="Name of another feature"
            placeholder="Another one, e.g. smartDraft"
            value={name}
            error={error}
            maxLength={40}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={name.trim() === ''}>
            Switch on
          </Button>
        </Group>
      </form>
    </Stack>
  );
}
