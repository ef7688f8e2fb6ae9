import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { adminsOf } from '../../lib/session/access.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';

/** In place of getting a number, for people whose seat comes without one. */
export function NonTexterNotice() {
  const { user, account } = useMe();
  if (user.userType !== 'admin')
    return <Text>Your seat comes without a number. Ask {adminsOf(account)} to change that.</Text>;
  const isHiringManager = user.seat?.seatRole === 'hiringManager';
  return (
    <Text>
      Your seat comes without a number. You can make yourself a texter on the{' '}
      <Anchor
        component={Link}
        to={isHiringManager ? paths.hiringManagers : paths.team}
        underline="always"
        inherit
      >
        {isHiringManager ? 'Hiring managers page' : 'Team page'}
      </Anchor>
      .
    </Text>
  );
}
