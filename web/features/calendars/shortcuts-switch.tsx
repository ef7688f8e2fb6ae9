import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { userQuery } from '../../lib/session/me.ts';

/** All of the person's shortcuts at once. */
export function ShortcutsSwitch({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const turn = useMutation({
    mutationFn: (on: boolean) => call(on ? routes.enableCalendarShortcuts : routes.disableCalendarShortcuts),
    onSettled: () => queryClient.invalidateQueries({ queryKey: userQuery().queryKey }),
  });
  return (
    <Switch
      label="Use shortcuts in texts"
      description="When off, # and a shortcut stay as you typed them, and templates have no calendar link."
      checked={turn.isPending ? turn.variables : user.calendarShortcutEnabled}
      onChange={({ currentTarget: { checked } }) => {
        if (!turn.isPending) turn.mutate(checked);
      }}
    />
  );
}
