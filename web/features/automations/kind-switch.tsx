import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { userQuery } from '../../lib/session/me.ts';
import type { AutomationKind } from './automation-kinds.ts';
import classes from './automations.module.css';
import { plannedChanged } from './automations-query.ts';

/** All of one kind at once. */
export function KindSwitch({ kind, user }: { kind: AutomationKind; user: User }) {
  const queryClient = useQueryClient();
  const turn = useMutation({
    mutationFn: (on: boolean) => call(on ? kind.enable : kind.disable),
    onSettled: () => {
      plannedChanged(queryClient);
      return queryClient.invalidateQueries({ queryKey: userQuery().queryKey });
    },
  });
  return (
    <Switch
      className={classes.all}
      label={kind.switchLabel}
      description={kind.switchText}
      checked={turn.isPending ? turn.variables : kind.isOn(user)}
      onChange={({ currentTarget: { checked } }) => {
        if (!turn.isPending) turn.mutate(checked);
      }}
    />
  );
}
