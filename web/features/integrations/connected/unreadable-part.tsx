import { Alert, Text } from '@mantine/core';
import type { AtsDescription, AtsIntegration } from '../../../../contract/ats.ts';
import { unreadableWords } from '../ats-words.ts';

/** What the system sent that couldn't be read, as far as it's known. */
export function UnreadablePart({
  system: { name },
  integration: { unreadable },
}: {
  system: AtsDescription;
  integration: AtsIntegration;
}) {
  if (unreadable.length === 0) return null;
  return (
    <Alert color="yellow" variant="light">
      {unreadable.map((some) => (
        <Text key={some.kind} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {unreadableWords(some)}
        </Text>
      ))}
      <Text size="sm" mt="xs">
        Everything else is in step. Check these in {name}; we try them again every day.
      </Text>
    </Alert>
  );
}
