import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { routes } from '../../../contract/routes.ts';
import type { Template } from '../../../contract/templates.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { TemplateKind } from './template-kinds.ts';
import { templatesChanged } from './templates-query.ts';

export function DeleteTemplateDialog({
  kind,
  template,
  onClose,
  onDeleted,
}: {
  kind: TemplateKind;
  template: Template;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      const route = kind.templateType === 'teamTemplate' ? routes.deleteTeamTemplate : routes.deleteTemplate;
      try {
        await call(route, { params: { id: template.id } });
      } catch (error) {
        // A colleague was faster.
        if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
      }
    },
    onSuccess: async () => {
      onClose();
      notifications.show({ message: 'Template deleted', color: 'teal' });
      await templatesChanged(queryClient, kind);
      onDeleted();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Delete “${template.name}”?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>
          {kind.templateType === 'template'
            ? "You can't undo this. Texts you sent with it stay."
            : "No one can insert it anymore, and you can't undo this. Texts sent with it stay."}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
