import { Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../../contract/accounts.ts';
import { DELETION_DAYS } from '../../../contract/deletion.ts';
import { failures } from '../../../contract/failure.ts';
import type { ReplyOf } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { longDate } from '../../lib/dates.ts';
import { clearDrafts } from '../../lib/forms/drafts.ts';
import { showNews } from '../../lib/notices.ts';
import { leaveSession } from '../../lib/session/session.ts';
import { counted } from '../../lib/words.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { ProofStep } from './security/proof-step.tsx';

type Preview = ReplyOf<typeof routes.getDeletionPreview>;

/** Shows what the server reports will happen, then asks for proof of identity. */
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
  const preview = useQuery({
    ...routeQuery(routes.getDeletionPreview),
    enabled: opened,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Modal opened={opened} onClose={onClose} title="Delete my account">
      {preview.data === undefined ? (
        preview.isError ? (
          <LoadFailure
            sentence="We couldn't load what would be deleted."
            retry={() => void preview.refetch()}
          />
        ) : (
          <Stack gap="sm" role="status" aria-busy="true" aria-label="Loading what would be deleted">
            <Skeleton height={96} />
            <Skeleton height={36} />
          </Stack>
        )
      ) : preview.data.scope === null ? (
        <Stack gap="md">
          <Text>{failures.last_admin.message}</Text>
          <Group justify="flex-end">
            <Button data-autofocus onClick={onClose}>
              OK
            </Button>
          </Group>
        </Stack>
      ) : (
        <Confirmation
          user={user}
          account={account}
          preview={{ ...preview.data, scope: preview.data.scope }}
          onClose={onClose}
          onChanged={() => void preview.refetch()}
        />
      )}
    </Modal>
  );
}

function Confirmation({
  user,
  account,
  preview,
  onClose,
  onChanged,
}: {
  user: User;
  account: Account;
  preview: Preview & { scope: 'user' | 'account' };
  onClose: () => void;
  onChanged: () => void;
}) {
  const number = user.seat?.twilioNumberFormatted;
  const { scope } = preview;
  const points: string[] =
    scope === 'user'
      ? [
          `Your seat${number ? `, your number ${number}` : ''} and your conversations stay with ${account.name}.`,
          `Your name, your picture and your sign-in are erased after ${DELETION_DAYS} days.`,
        ]
      : [
          'No more texts go out. Texts from candidates still arrive.',
          ...(preview.planEndsAt === null
            ? []
            : [`Your plan won't renew. It ends on ${longDate(preview.planEndsAt, user.timezone)}.`]),
          ...(preview.invitations > 0 ? [invited(preview.invitations)] : []),
          `After ${DELETION_DAYS} days, everything is erased: ${number ? `your number ${number}, ` : ''}all candidates, conversations and pictures, and your plan. No one can bring it back.`,
          'Candidates who texted STOP stay opted out, even if you come back.',
        ];
  return (
    <Stack gap="md">
      <List spacing={6} size="sm">
        <List.Item>You're signed out everywhere right away. {canceled(preview.scheduledTexts)}</List.Item>
        {points.map((point) => (
          <List.Item key={point}>{point}</List.Item>
        ))}
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
          const { deletesAt } = await call(routes.deleteUser, { body: { ...proof, scope } }).catch(
            (error) => {
              if (error instanceof ApiError && ['deletion_changed', 'last_admin'].includes(error.code))
                onChanged();
              throw error;
            },
          );
          onClose();
          clearDrafts();
          leaveSession();
          showNews(
            `Your account will be deleted on ${longDate(deletesAt, user.timezone)}. Sign in before then to keep it.`,
            // Someone who keeps the account and then deletes it again reads it once.
            'deletion',
          );
        }}
      />
    </Stack>
  );
}

function canceled(count: number): string {
  if (count === 0) return 'No texts are scheduled.';
  return `${counted(count, 'scheduled text is', 'scheduled texts are')} canceled.`;
}

const invited = (count: number): string =>
  `${counted(count, 'open invitation stops', 'open invitations stop')} working.`;
