import { Button, Group, Stack, Text } from '@mantine/core';
import * as routes from '../../../contract/routes.ts';
import type { Protocol } from '../../../contract/sso.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';

const FOUND: Record<Protocol, string> = {
  oidc: 'Your provider works and recognizes Hiretext.',
  saml: 'Your provider responds, and its certificate is valid. Sign in once to test the rest.',
};

export function TestButton({ protocol }: { protocol: Protocol }) {
  const test = useSave({
    save: () => call(routes.testSingleSignOn),
  });
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" loading={test.isPending} onClick={() => test.run()}>
          Test provider
        </Button>
      </Group>
      {test.data && (
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {test.data.problem ?? FOUND[protocol]}
        </Text>
      )}
    </Stack>
  );
}
