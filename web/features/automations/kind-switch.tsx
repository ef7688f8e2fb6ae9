import { Switch } from '@mantine/core';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { useToggle } from '../../lib/api/use-save.ts';
import type { AutomationKind } from './automation-kinds.ts';
import classes from './automations.module.css';
import { plannedChanged } from './automations-query.ts';

/** All of one kind at once. */
export function KindSwitch({ kind, user }: { kind: AutomationKind; user: User }) {
  const turn = useToggle(kind.isOn(user), {
    save: (on) => call(on ? kind.enable : kind.disable),
    changes: (queryClient) => {
      plannedChanged(queryClient);
      return loadAgain(queryClient, routes.getUser);
    },
  });
  return <Switch className={classes.all} label={kind.switchLabel} description={kind.switchText} {...turn} />;
}
