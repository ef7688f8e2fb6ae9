import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Account } from '../../../contract/accounts.ts';
import type { User } from '../../../contract/users.ts';
import { adminsOf } from '../../lib/session/access.ts';
import { paths } from '../../paths.ts';

/** Stands where a number would be got, for those whose seat comes without one. */
export function NonTexterNotice({ user, account }: { user: User; account: Account }) {
  if (user.userType !== 'admin')
    return <Text>Your seat comes without a number. Ask {adminsOf(account)} to change that.</Text>;
  const page = user.seat?.seatRole === 'hiringManager' ? paths.hiringManagers : paths.team;
  return (
    <Text>
      Your seat comes without a number. You can make yourself a texter in the{' '}
      <Anchor component={Link} to={page} underline="always" inherit>
        list of your team
      </Anchor>
      .
    </Text>
  );
}
