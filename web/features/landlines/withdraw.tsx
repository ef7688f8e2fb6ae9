import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { LandlineOrder } from '../../../contract/landlines.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useStep } from './landline-query.ts';

export function Withdraw({ order }: { order: LandlineOrder }) {
  const [asking, setAsking] = useState(false);
  const withdraw = useStep((_: undefined) => call(routes.withdrawLandline), {
    onDone: () =>
      notifications.show({
        message: `${order.phoneNumberFormatted} is no longer being set up.`,
        color: 'teal',
      }),
  });
  if (!order.can.withdraw) return null;
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        Stop setting it up
      </Button>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Stop setting up ${order.phoneNumberFormatted}?`}
      >
        <Stack gap="md">
          <Text>Nothing changes at your phone company. To use the number later, start over.</Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              Keep going
            </Button>
            <Button color="red" loading={withdraw.isPending} onClick={() => withdraw.mutate(undefined)}>
              Stop
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
