import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { useLinkStatus } from './use-link-status.ts';

/** Follows the number while open, so that it never asks people to wait for a number that is ready. */
export function GettingReadyDialog({
  opened,
  onClose,
  user,
  isLandline = false,
}: {
  opened: boolean;
  onClose: () => void;
  user: User | undefined;
  /** A landline, which people review. */
  isLandline?: boolean;
}) {
  const seat = user?.seat?.twilioNumber ? user.seat : null;
  const isReady = useLinkStatus(seat).status === 'linked' && seat?.metadata.isLandline === isLandline;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={isReady ? 'Your number is ready' : 'Getting your number ready'}
    >
      {isReady && user ? (
        <Ready user={user} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Text>Your number will be ready soon. Refresh the page to see status updates.</Text>
          <Text>You don't have to wait here: every page also updates on its own.</Text>
          <Text>
            If the status still shows 'Activating' after 24 hours, contact the support team through the
            Support tab.
          </Text>
          {isLandline && (
            <Text>
              Carriers review every landline. Most reviews take two to five business days, some up to two
              weeks.
            </Text>
          )}
          <Group justify="flex-end">
            <Button data-autofocus onClick={onClose}>
              OK
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function Ready({ user, onClose }: { user: User; onClose: () => void }) {
  const number = user.seat?.twilioNumberFormatted;
  if (!user.metadata.numberRegistered)
    return (
      <Stack gap="md">
        <Text role="status">
          {number} is active. You can text once your company is registered with the carriers.
        </Text>
        {user.userType === 'admin' && (
          <Anchor component={Link} to={paths.registration}>
            Register your company
          </Anchor>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>OK</Button>
        </Group>
      </Stack>
    );
  const text = user.metadata.hasConversations ? 'Text a candidate' : 'Text your first candidate';
  return (
    <Stack gap="md">
      <Text role="status">
        Ready. {text} from {number}.
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          OK
        </Button>
        <Button component={Link} to={paths.newConversation} data-autofocus>
          {text}
        </Button>
      </Group>
    </Stack>
  );
}
