import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import * as routes from '../../../../contract/routes.ts';
import { avatarTypes, type User } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { putAnswer } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { showDone } from '../../../lib/notices.ts';
import { userQuery } from '../../../lib/session/me.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useTaskDialog } from '../../../lib/use-task-dialog.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';

const CropDialog = lazy(() => import('./crop-dialog.tsx').then((module) => ({ default: module.CropDialog })));

export function AvatarField() {
  const { user } = useMe();
  const queryClient = useQueryClient();
  /** The address of the picture to crop. */
  const { asked, open, state } = useTaskDialog<string>();
  const [error, setError] = useState<string | null>(null);
  const resetInput = useRef<() => void>(null);
  const changed = (now: User) => putAnswer(queryClient, userQuery().queryKey, now);
  const remove = useSave({
    save: () => call(routes.removeAvatar),
    keep: (_, now) => changed(now),
    done: 'Picture removed',
  });

  async function choose(file: File | null) {
    // The same file may be chosen again.
    resetInput.current?.();
    if (!file) return;
    setError(null);
    const address = URL.createObjectURL(file);
    if (!(await canBeShown(address))) {
      URL.revokeObjectURL(address);
      setError("We can't open this picture. Choose a JPEG, PNG, WebP or GIF.");
      return;
    }
    open(address);
  }

  return (
    <Group gap="md" wrap="nowrap">
      <PersonAvatar person={user} size={64} />
      <Stack gap={6}>
        <Group gap="sm">
          <FileButton
            accept={avatarTypes.join(',')}
            onChange={(file) => void choose(file)}
            resetRef={resetInput}
          >
            {(props) => (
              <Button variant="default" size="xs" {...props}>
                {user.avatar ? 'Change picture' : 'Add a picture'}
              </Button>
            )}
          </FileButton>
          {user.avatar && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              loading={remove.isPending}
              onClick={() => remove.run()}
            >
              Remove
            </Button>
          )}
        </Group>
        {error ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            Your colleagues see it, and candidates you send your contact card to.
          </Text>
        )}
      </Stack>
      {asked && (
        <Suspense fallback={null}>
          <CropDialog
            key={asked.time}
            address={asked.task}
            opened={state.opened}
            onClose={() => {
              state.onClose();
              URL.revokeObjectURL(asked.task);
            }}
            onUploaded={(now) => {
              changed(now);
              showDone('Picture updated');
            }}
          />
        </Suspense>
      )}
    </Group>
  );
}

function canBeShown(address: string): Promise<boolean> {
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => true,
    () => false,
  );
}
