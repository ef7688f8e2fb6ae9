import { Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { LandlineOrder } from '../../../../contract/landlines.ts';
import { paths } from '../../../paths.ts';
import { DownloadLetter } from './review-step.tsx';
import { StepHeading } from './step-heading.tsx';

export function LinkedStep({ order }: { order: LandlineOrder }) {
  return (
    <Stack gap="md">
      <StepHeading title={`${order.phoneNumberFormatted} is ready to text`}>
        It's now your number in Hiretext. Candidates can text it, and calls stay with your phone company.
      </StepHeading>
      <Group gap="sm">
        <Button component={Link} to={paths.messages}>
          Go to Messages
        </Button>
        <DownloadLetter />
      </Group>
    </Stack>
  );
}
