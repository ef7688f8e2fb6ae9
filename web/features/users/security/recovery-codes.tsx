import { Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import classes from './recovery-codes.module.css';

/** Shown once. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const lines = codes.join('\n');
  const file = `Recovery codes for Hiretext. Each signs you in once.\n\n${lines}\n`;
  return (
    <Stack gap="md">
      <Text>
        If you lose your phone, each of these codes signs you in once. Save them somewhere else: you won't see
        them again.
      </Text>
      <Paper withBorder p="md">
        <SimpleGrid component="ul" cols={{ base: 1, xs: 2 }} spacing="sm" className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </SimpleGrid>
      </Paper>
      <Group gap="sm">
        <CopyButton text={lines} label="Copy" />
        <Button
          component="a"
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="hiretext-recovery-codes.txt"
        >
          Download
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onSaved}>I've saved them</Button>
      </Group>
    </Stack>
  );
}
