import { Alert, Button, Group, Stack } from '@mantine/core';

/** No one can be invited now; the ways out. */
export function NoFreeSeat({
  total,
  onClose,
  onPurchase,
}: {
  total: number;
  onClose: () => void;
  onPurchase: () => void;
}) {
  return (
    <Stack gap="md">
      <Alert color="orange" variant="light">
        {total === 1 ? 'Your only seat is taken.' : `All ${total} seats are taken.`} Buy another one, or
        remove someone from theirs first.
      </Alert>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus onClick={onPurchase}>
          Buy seats
        </Button>
      </Group>
    </Stack>
  );
}
