import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { personName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { lookAway } from '../../lib/session/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { pluralOf } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import classes from './staff.module.css';

/** Over every screen while staff impersonate someone. */
export function ImpersonationBanner({
  user,
  impersonation,
}: {
  user: User;
  impersonation: NonNullable<User['impersonation']>;
}) {
  const router = useRouter();
  const { id, accountId, expiresAt } = impersonation;
  const end = useSave({
    save: async () => {
      // From here on with their own token again.
      lookAway();
      router.options.context.queryClient.clear();
      await router.navigate({ to: paths.staffAccount, params: { accountId } });
      await call(routes.endImpersonation, { params: { id } });
    },
  });
  const endNow = useEffectEvent(() => end.run());
  const minutes = Math.max(1, Math.ceil((Date.parse(expiresAt) - useNow().getTime()) / 60_000));
  useEffect(() => {
    const timer = setTimeout(() => endNow(), Math.max(0, Date.parse(expiresAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return (
    <div className={classes.banner} role="status">
      <span>
        You're impersonating {personName(user)} (read-only) for {minutes} more {pluralOf(minutes, 'minute')}.
      </span>
      <Button size="compact-sm" color="dark" loading={end.isPending} onClick={() => end.run()}>
        End
      </Button>
    </div>
  );
}
