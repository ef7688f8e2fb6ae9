import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** Asks before something that can't be undone. */
export function ConfirmDialog({
  title,
  confirm,
  opened = true,
  isPending,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  /** What the button does, in a word. */
  confirm: string;
  opened?: boolean;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack gap="md">
        {children}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red.9" loading={isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
