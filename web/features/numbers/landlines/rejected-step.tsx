import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { LandlineOrder } from '../../../../contract/landlines.ts';
import { DownloadLetter } from './review-step.tsx';
import { StepHeading } from './step-heading.tsx';

export function RejectedStep({ order, again }: { order: LandlineOrder; again: () => void }) {
  return (
    <Stack gap="md">
      <StepHeading title={`${order.phoneNumberFormatted} was rejected`} />
      <Alert color="red" title={order.rejection?.sentence}>
        <Text size="sm">{order.rejection?.advice}</Text>
      </Alert>
      <Group gap="sm">
        <Button onClick={again}>Try again</Button>
        {order.letter && <DownloadLetter />}
      </Group>
    </Stack>
  );
}
