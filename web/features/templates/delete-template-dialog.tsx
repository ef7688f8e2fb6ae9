import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import type { Template } from '../../../contract/templates.ts';
import { call } from '../../lib/api/api.ts';
import { unlessGone } from '../../lib/api/unless-gone.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
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
    mutationFn: () => {
      const route = kind.templateType === 'teamTemplate' ? routes.deleteTeamTemplate : routes.deleteTemplate;
      return unlessGone(call(route, { params: { id: template.id } }));
    },
    onSuccess: async () => {
      onClose();
      notifications.show({ message: 'Template deleted', color: 'teal' });
      await templatesChanged(queryClient, kind);
      onDeleted();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete “${template.name}”?`}
      confirm="Delete"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Text>
        {kind.templateType === 'template'
          ? "You can't undo this. Texts you sent with it stay."
          : "No one can insert it anymore, and you can't undo this. Texts sent with it stay."}
      </Text>
    </ConfirmDialog>
  );
}
