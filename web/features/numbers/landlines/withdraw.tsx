import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { LandlineOrder } from '../../../../contract/landlines.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { showDone } from '../../../lib/notices.ts';
import { useStep } from './landline-query.ts';

export function Withdraw({ order }: { order: LandlineOrder }) {
  const [asking, setAsking] = useState(false);
  const withdraw = useStep((_: undefined) => call(routes.withdrawLandline), {
    onDone: () => showDone(`${order.phoneNumberFormatted} is no longer being set up.`),
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
            <Button color="red" loading={withdraw.isPending} onClick={() => withdraw.run(undefined)}>
              Stop
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
