import { Avatar, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api.ts';
import { clearDrafts } from '../../lib/drafts.ts';
import { userQuery } from '../../lib/me.ts';
import { endSession } from '../../lib/session.ts';
import classes from './sidebar.module.css';

const schemes = [
  { value: 'auto', label: 'Same as the system', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
] as const;

export function UserMenu({ minimised }: { minimised: boolean }) {
  const user = useQuery(userQuery());
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useMutation({
    mutationFn: () => call(routes.logout),
    meta: { shows: 'all' },
    // Whatever the server says, this browser forgets the person.
    onSettled: () => {
      clearDrafts();
      endSession();
    },
  });
  const name = user.data ? `${user.data.firstName} ${user.data.lastName}` : '';
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <button type="button" className={classes.user} aria-label={`${name || 'Your'} menu`}>
          <Avatar size={28} name={name} color="iris" alt="" />
          {!minimised && <span className={classes.userName}>{name}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Theme</Menu.Label>
        {schemes.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<Icon size={16} />}
            rightSection={colorScheme === value ? <IconCheck size={14} /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
