import { useMantineColorScheme } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { ConversationFilter } from '../../../contract/conversations.ts';
import { type Command, openCommands } from '../../lib/open-commands.ts';
import { isOfferedTo } from '../../lib/session/access.ts';
import { useMeOnceLoaded } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { colorSchemes } from '../../ui/color-schemes.ts';
import { useSignOut } from '../auth/use-sign-out.ts';
import { showInbox } from '../conversations/inbox/inbox-view.ts';

const filters: Record<ConversationFilter, string> = {
  all: 'Show all conversations',
  unread: 'Show unread conversations',
  waiting: 'Show who is waiting for a reply',
  snoozed: 'Show snoozed conversations',
  archived: 'Show archived conversations',
};

/** What the palette offers beside people. */
export function useCommands({ onShortcuts }: { onShortcuts: () => void }) {
  const navigate = useNavigate();
  const router = useRouter();
  const me = useMeOnceLoaded();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();

  const open = Object.values(router.routesById).flatMap(
    ({ fullPath, options: { staticData: { title, ...screen } = {} } }): Command[] => {
      const isOne = title !== undefined && fullPath.startsWith(paths.dashboard) && !fullPath.includes('$');
      if (!isOne || !isOfferedTo(me, screen) || fullPath === paths.newConversation) return [];
      return [{ label: title, run: () => void navigate({ href: fullPath }) }];
    },
  );
  // Choosing a plan has two addresses.
  const screens = open.filter(({ label }, at) => open.findIndex((other) => other.label === label) === at);

  const actions: Command[] = [
    { label: 'New conversation', shortcut: 'c', run: () => void navigate({ to: paths.newConversation }) },
    ...Object.entries(filters).map(([filter, label]) => ({
      label,
      run: () => {
        showInbox({ filter: filter as ConversationFilter });
        void navigate({ to: paths.messages });
      },
    })),
    ...colorSchemes
      .filter(({ value }) => value !== colorScheme)
      .map(({ value, label }) => ({ label: `${label} theme`, run: () => setColorScheme(value) })),
    { label: 'Keyboard shortcuts', shortcut: '?', run: onShortcuts },
    { label: 'Sign out', run: () => signOut.run() },
  ];

  return {
    /** With what is open behind the palette. */
    here: openCommands(),
    screens,
    actions,
    /** On the screen that lists what is found. */
    searchTexts: (q: string) => void navigate({ to: paths.search, search: { q } }),
    /** To the conversation with them, or to a first text. */
    textTo: (candidateId: string) => void navigate({ to: paths.newConversation, search: { candidateId } }),
  };
}
