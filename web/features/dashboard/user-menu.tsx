import { Popover, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { IconBeach, IconCheck, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { personName } from '../../../contract/person-name.ts';
import { useMeOnceLoaded } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { colorSchemes } from '../../ui/color-schemes.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { useSignOut } from '../auth/use-sign-out.ts';
import classes from './sidebar.module.css';

const ShortcutHelp = lazy(() =>
  import('../palette/shortcut-help.tsx').then((module) => ({ default: module.ShortcutHelp })),
);

export function UserMenu({
  minimized,
  onNavigate,
}: {
  minimized: boolean;
  onNavigate: (() => void) | undefined;
}) {
  const user = useMeOnceLoaded()?.user;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const [opened, setOpened] = useState(false);
  const [shortcuts, setShortcuts] = useState(false);
  const name = user ? personName(user) : '';
  return (
    <>
      <Suspense>{shortcuts && <ShortcutHelp onClose={() => setShortcuts(false)} />}</Suspense>
      <Popover position="top-start" width={220} shadow="md" trapFocus opened={opened} onChange={setOpened}>
        <Popover.Target>
          <button type="button" className={classes.user} onClick={() => setOpened(!opened)}>
            {user && <PersonAvatar person={user} size={28} />}
            {!minimized && <span className={classes.userName}>{name}</span>}
            <VisuallyHidden>{minimized ? `${name}, settings` : ', settings'}</VisuallyHidden>
          </button>
        </Popover.Target>
        <Popover.Dropdown p={6} aria-label="Settings">
          <Link
            to={paths.account}
            className={classes.choice}
            onClick={() => {
              setOpened(false);
              onNavigate?.();
            }}
          >
            <IconUser size={16} />
            Account
          </Link>
          <Link
            to={paths.accountAvailability}
            className={classes.choice}
            onClick={() => {
              setOpened(false);
              onNavigate?.();
            }}
          >
            <IconBeach size={16} />
            Out of office
          </Link>
          <hr className={classes.rule} />
          <Text size="xs" c="dimmed" px={8} py={4}>
            Appearance
          </Text>
          {colorSchemes.map(({ value, label, icon: Icon }) => (
            <UnstyledButton
              key={value}
              className={classes.choice}
              aria-pressed={colorScheme === value}
              onClick={() => setColorScheme(value)}
            >
              <Icon size={16} />
              <span className={classes.linkLabel}>{label}</span>
              {colorScheme === value && <IconCheck size={14} />}
            </UnstyledButton>
          ))}
          <hr className={classes.rule} />
          <UnstyledButton
            className={classes.choice}
            onClick={() => {
              setOpened(false);
              setShortcuts(true);
            }}
          >
            <IconKeyboard size={16} />
            Keyboard shortcuts
          </UnstyledButton>
          <UnstyledButton
            className={classes.choice}
            disabled={signOut.isPending}
            onClick={() => signOut.run()}
          >
            <IconLogout size={16} />
            Sign out
          </UnstyledButton>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
