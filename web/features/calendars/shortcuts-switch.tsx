import { Switch } from '@mantine/core';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { useToggle } from '../../lib/api/use-save.ts';
import { useMe } from '../../lib/session/use-me.ts';

/** All of the person's shortcuts at once. */
export function ShortcutsSwitch() {
  const { user } = useMe();
  const toggle = useToggle(user.calendarShortcutEnabled, {
    save: (on) => call(on ? routes.enableCalendarShortcuts : routes.disableCalendarShortcuts),
    changes: (queryClient) => loadAgain(queryClient, routes.getUser),
  });
  return (
    <Switch
      label="Use shortcuts in texts"
      description="When off, # and a shortcut stay as you typed them, and templates have no calendar link."
      {...toggle}
    />
  );
}
