import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { CopiedValue } from './copied-value.tsx';
import { type Connection, keepSingleSignOn } from './single-sign-on-query.ts';

export function DomainRecord({ connection }: { connection: Connection }) {
  const verify = useSave({
    save: () => call(routes.verifyDomain),
    keep: (queryClient, changed) => keepSingleSignOn(queryClient, changed),
    done: 'Domain verified',
  });
  if (connection.isDomainVerified)
    return (
      <Group gap={6} wrap="nowrap">
        <IconCircleCheck size={18} aria-hidden />
        <Text size="sm">The domain is verified.</Text>
      </Group>
    );
  const { name, value, type } = connection.dnsRecord;
  return (
    <Stack gap="sm">
      <Text size="sm">
        No one can sign in this way yet. First, show that {connection.domain} is yours: add this {type} record
        to its DNS, then verify it.
      </Text>
      <CopiedValue label="Name" value={name} copy="Copy name" />
      <CopiedValue label="Value" value={value} copy="Copy value" />
      <Group>
        <Button loading={verify.isPending} onClick={() => verify.run()}>
          Verify domain
        </Button>
      </Group>
    </Stack>
  );
}
