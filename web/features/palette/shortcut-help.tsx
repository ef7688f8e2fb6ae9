import { Kbd, Modal, Table } from '@mantine/core';

const shortcuts: [keys: string[], what: string][] = [
  [['j', '↓'], 'Next conversation'],
  [['k', '↑'], 'Previous conversation'],
  [['Enter'], 'Open conversation'],
  [['r'], 'Reply'],
  [['m'], 'Write a note for your team'],
  [['e'], 'Archive and open the next, or move to inbox'],
  [['a'], 'Assign'],
  [['h'], 'Snooze, or set a reminder'],
  [['d'], 'No reply needed'],
  [['u'], 'Mark as unread'],
  [['x'], 'Select conversation'],
  [['Shift ↓', 'Shift ↑'], 'Select more'],
  [['Ctrl A', '⌘ A'], 'Select all that is loaded, once one is selected'],
  [['e', 'u', 'l', 'a'], 'Archive, mark as read, tag or assign what is selected'],
  [['z'], 'Undo'],
  [['i'], 'Show or hide candidate details'],
  [['t'], 'Offer times by text'],
  [['c', 'n'], 'New conversation'],
  [['g i', 'g c'], 'Go to Messages or Candidates'],
  [['g j', 'g t'], 'Go to Jobs or Templates'],
  [['/'], 'Search'],
  [['/'], 'Insert a template, at the start of a line of your text'],
  [['Ctrl K', '⌘ K'], 'Find people and screens, and act on what is open'],
  [['Ctrl Enter', '⌘ Enter'], 'Send and open the next conversation'],
  [['Ctrl Shift Enter', '⌘ Shift Enter'], 'Send later'],
  [['Esc'], 'Back to the list'],
  [['?'], 'Show this list'],
];

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="sm">
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {shortcuts.map(([keys, what]) => (
            <Table.Tr key={what}>
              <Table.Td>{what}</Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
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
