import { Badge, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/section.tsx';
import { useRegistration } from './registration-query.ts';
import { sentenceOf, stateWords } from './words.ts';

const colors = { approved: 'teal', rejected: 'red', suspended: 'red' } as const;

/** For admins, where the carriers ask for it. */
export function RegistrationSection() {
  const { data } = useRegistration();
  if (!data?.isRequired) return null;
  const { state } = data;
  const color = state in colors ? colors[state as keyof typeof colors] : 'gray';
  return (
    <Section title="Carrier registration" text="US carriers accept texts from registered companies only.">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ flex: '1 1 240px', minWidth: 0 }}>
          <Badge variant="light" tt="none" color={color}>
            {stateWords[state]}
          </Badge>
          <Text size="sm" c="dimmed" mt="xs">
            {sentenceOf(data)}
          </Text>
        </div>
        <Button
          component={Link}
          to={paths.registration}
          variant={state === 'approved' ? 'default' : 'filled'}
        >
          {state === 'draft' ? 'Register your company' : state === 'rejected' ? 'See what to fix' : 'View'}
        </Button>
      </Group>
    </Section>
  );
}
