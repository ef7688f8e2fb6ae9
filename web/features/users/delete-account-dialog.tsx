import { List, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../../contract/accounts.ts';
import { DELETION_DAYS } from '../../../contract/deletion.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { longDate } from '../../lib/dates.ts';
import { clearDrafts } from '../../lib/forms/drafts.ts';
import { endSession } from '../../lib/session/session.ts';
import { ProofStep } from './security/proof-step.tsx';

/** Says what will happen before it asks who it is. */
export function DeleteAccountDialog({
  user,
  account,
  opened,
  onClose,
}: {
  user: User;
  account: Account;
  opened: boolean;
  onClose: () => void;
}) {
  const sharesAccount = account.type === 'team' && account.seats.used > 1;
  const number = user.seat?.twilioNumberFormatted;
  const preview = useQuery({
    ...routeQuery(routes.getDeletionPreview),
    enabled: opened,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Delete my account"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <List spacing={6} size="sm">
          <List.Item>
            You're signed out everywhere right away. {canceled(preview.data?.scheduledTexts)}
          </List.Item>
          {sharesAccount ? (
            <>
              <List.Item>
                Your seat{number && `, your number ${number}`} and your conversations stay with {account.name}
                .
              </List.Item>
              <List.Item>
                Your name, your picture and your sign-in are erased after {DELETION_DAYS} days.
              </List.Item>
              {user.userType === 'admin' && (
                <List.Item>If you're the only admin, make someone else an admin first.</List.Item>
              )}
            </>
          ) : (
            <>
              <List.Item>No more texts go out. Texts from candidates still arrive.</List.Item>
              <List.Item>
                After {DELETION_DAYS} days, everything is erased: {number && `your number ${number}, `}all
                candidates, conversations and pictures, and your plan. No one can bring it back.
              </List.Item>
              <List.Item>Candidates who texted STOP stay opted out, even if you come back.</List.Item>
            </>
          )}
        </List>
        <Text size="sm" c="dimmed">
          You have {DELETION_DAYS} days to keep your account: sign in again, or use the link we email you.
        </Text>
        <ProofStep
          user={user}
          {...(user.hasPassword && { text: 'Confirm with your password.' })}
          button="Delete my account"
          color="red.9"
          onCancel={onClose}
          submit={async (proof) => {
            const { deletesAt } = await call(routes.deleteUser, { body: proof });
            onClose();
            clearDrafts();
            endSession();
            notifications.show({
              // Someone who keeps the account and then deletes it again reads it once.
              id: 'deletion',
              message: `Your account will be deleted on ${longDate(deletesAt, user.timezone)}. Sign in before then to keep it.`,
            });
          }}
        />
      </Stack>
    </Modal>
  );
}

/** Also while it is not known how many. */
function canceled(count: number | undefined): string {
  if (count === undefined) return 'Your scheduled texts are canceled.';
  if (count === 0) return 'No texts are scheduled.';
  return count === 1 ? '1 scheduled text is canceled.' : `${count} scheduled texts are canceled.`;
}
