import * as routes from '../../../contract/routes.ts';
import { MAX_TEMPLATE_NAME, type Template } from '../../../contract/templates.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import type { TemplateKind } from './template-kinds.ts';
import { templatesChanged } from './templates-query.ts';

const COPY = ' (copy)';

/** Adds the same template again, attachments and all. */
export function useDuplicate(kind: TemplateKind) {
  const create = useCallOnce(routes.createTemplate);
  const createForTeam = useCallOnce(routes.createTeamTemplate);
  const { templateType } = kind;
  return useSave({
    save: async ({ id, name, body, folder, attachments }: Template) => {
      const media =
        attachments.length > 0 ? await call(routes.copyTemplateAttachments, { params: { id } }) : [];
      const fields = {
        name: name.slice(0, MAX_TEMPLATE_NAME - COPY.length) + COPY,
        body,
        folder,
        mediaIds: media.map((one) => one.id),
      };
      return templateType === 'teamTemplate'
        ? createForTeam({ body: fields })
        : create({ body: { ...fields, templateType } });
    },
    inTurn: 'duplicate template',
    done: 'Template Created successfully!',
    changes: (queryClient) => templatesChanged(queryClient, kind),
  });
}
