import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api.ts';
import { CopyButton } from '../users/copy-button.tsx';
import { type Connection, keepSingleSignOn } from './single-sign-on-query.ts';

export function DomainRecord({ connection }: { connection: Connection }) {
  const queryClient = useQueryClient();
  const verify = useMutation({
    mutationFn: () => call(routes.verifyDomain),
    onSuccess: (changed) => {
      keepSingleSignOn(queryClient, changed);
      notifications.show({ message: 'Your domain is verified.', color: 'teal' });
    },
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
        Nobody can sign in this way yet: first show that {connection.domain} is yours. Add this {type} record
        to its DNS, then verify.
      </Text>
      <Record label="Name" value={name} copy="Copy name" />
      <Record label="Value" value={value} copy="Copy value" />
      <Group>
        <Button loading={verify.isPending} onClick={() => verify.mutate()}>
          Verify domain
        </Button>
      </Group>
    </Stack>
  );
}

function Record({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {value}
      </Code>
      <CopyButton text={value} label={copy} />
    </Stack>
  );
}
