import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api.ts';

export function TestButton() {
  const test = useMutation({ mutationFn: () => call(routes.testSingleSignOn) });
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Test the provider
        </Button>
      </Group>
      {test.data && (
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {test.data.problem ?? 'The provider answers as it should, and knows Hiretext.'}
        </Text>
      )}
    </Stack>
  );
}
