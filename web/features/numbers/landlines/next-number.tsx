import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { isOpen, landlineQuery } from './landline-query.ts';

/** The landline that will replace the person's number, or the way to one. */
export function NextNumber() {
  const { data } = useQuery({ ...landlineQuery(), meta: { quiet: true } });
  if (data === undefined) return null;
  const { order } = data;
  const go = (label: string) => (
    <Button component={Link} to={paths.landline} variant="default" size="xs">
      {label}
    </Button>
  );
  if (order && isOpen(order))
    return (
      <Stack gap="sm" align="flex-start">
        <Text c="dimmed">
          {order.phoneNumberFormatted} is being set up. It replaces this number when it's ready.
        </Text>
        {go('See the next step')}
      </Stack>
    );
  if (order?.rejection)
    return (
      <Stack gap="sm" align="flex-start">
        <Text role="status">
          {order.phoneNumberFormatted} was rejected, so you keep this number. {order.rejection.sentence}
        </Text>
        {go('See what to do')}
      </Stack>
    );
  return go('Use your landline');
}
