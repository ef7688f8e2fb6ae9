import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { paths } from '../../paths.ts';

/** Stands before the choice of a number, however someone gets there. */
export function GetNumberDialog({ opened }: { opened: boolean }) {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const back = () =>
    canGoBack ? router.history.back() : void navigate({ to: paths.account, replace: true });
  return (
    <Modal opened={opened} onClose={back} title="Get a number">
      <Stack gap="md">
        <Text>Getting a number uses one of the available seats.</Text>
        <Text>It's the seat you already have, so you don't pay for another one.</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={back}>
            Back
          </Button>
          <Button
            data-autofocus
            renderRoot={(props) => <Link {...props} to={paths.getNumber} search={{ way: 'new' }} replace />}
          >
            Get number
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
