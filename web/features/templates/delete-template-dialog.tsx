import { Text } from '@mantine/core';
import * as routes from '../../../contract/routes.ts';
import type { Template } from '../../../contract/templates.ts';
import { call } from '../../lib/api/api.ts';
import { unlessGone } from '../../lib/api/unless-gone.ts';
import { useSave } from '../../lib/api/use-save.ts';
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
  const remove = useSave({
    save: () => {
      const route = kind.templateType === 'teamTemplate' ? routes.deleteTeamTemplate : routes.deleteTemplate;
      return unlessGone(call(route, { params: { id: template.id } }));
    },
    done: 'Template deleted',
    keep: async (queryClient) => {
      await templatesChanged(queryClient, kind);
      // The row that had the focus is gone by now.
      onDeleted();
    },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete “${template.name}”?`}
      confirm="Delete"
      isPending={remove.isPending}
      onConfirm={() => remove.run()}
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
