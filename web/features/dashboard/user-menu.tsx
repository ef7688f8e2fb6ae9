import { Avatar, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../lib/me.ts';
import { colorSchemes } from '../../ui/color-schemes.ts';
import { useSignOut } from '../auth/use-sign-out.ts';
import classes from './sidebar.module.css';

export function UserMenu({ minimised }: { minimised: boolean }) {
  const user = useQuery(userQuery());
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
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
        {colorSchemes.map(({ value, label, icon: Icon }) => (
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
