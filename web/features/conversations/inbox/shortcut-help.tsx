import { Kbd, Modal, Table } from '@mantine/core';

const shortcuts: [keys: string[], what: string][] = [
  [['j', '↓'], 'Next conversation'],
  [['k', '↑'], 'Previous conversation'],
  [['Enter'], 'Open conversation'],
  [['c', 'n'], 'New conversation'],
  [['/'], 'Search'],
  [['e'], 'Archive or move back'],
  [['Esc'], 'Back to the list'],
  [['?'], 'Show this help'],
];

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="sm">
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
