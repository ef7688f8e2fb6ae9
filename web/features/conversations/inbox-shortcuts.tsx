import { Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { SEARCH_FIELD_ID } from './conversation-list.tsx';

const shortcuts: [keys: string[], what: string][] = [
  [['j', '↓'], 'Next conversation'],
  [['k', '↑'], 'Previous conversation'],
  [['Enter'], 'Open it'],
  [['c', 'n'], 'New conversation'],
  [['/'], 'Search'],
  [['e'], 'Archive, or move back'],
  [['Esc'], 'Back to the list'],
  [['?'], 'This help'],
];

/** The keys that work anywhere in the inbox; those of the list live with the list. */
export function InboxShortcuts({ openId }: { openId: string | undefined }) {
  const [help, { toggle, close }] = useDisclosure(false);
  const navigate = useNavigate();
  const create = () => void navigate({ to: paths.newConversation });
  useHotkeys([
    ['c', create],
    ['n', create],
    ['/', () => document.getElementById(SEARCH_FIELD_ID)?.focus()],
    ['shift+?', toggle],
    ['?', toggle],
    ['Escape', () => (openId && !help ? void navigate({ to: paths.messages }) : undefined)],
  ]);
  return (
    <Modal opened={help} onClose={close} title="Keyboard shortcuts" size="sm">
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {shortcuts.map(([keys, what]) => (
            <Table.Tr key={what}>
              <Table.Td>{what}</Table.Td>
              <Table.Td ta="right">
                {keys.map((key) => (
                  <Kbd key={key} ml={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
