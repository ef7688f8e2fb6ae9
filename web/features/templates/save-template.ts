import type { BodyInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import type { Template } from '../../../contract/templates.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { atField } from '../../lib/forms/form-errors.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import type { TemplateKind } from './template-kinds.ts';
import { templatesChanged } from './templates-query.ts';

export type TemplateFields = BodyInput<typeof routes.createTeamTemplate>;

/** Adds a template to a list, or changes the one given. */
export function useSaveTemplate(kind: TemplateKind, template: Template | null) {
  const create = useCallOnce(routes.createTemplate);
  const createForTeam = useCallOnce(routes.createTeamTemplate);
  const { templateType } = kind;
  const isOfTeam = templateType === 'teamTemplate';
  return useSave({
    save: async (body: TemplateFields) => {
      try {
        if (template === null)
          return await (isOfTeam ? createForTeam({ body }) : create({ body: { ...body, templateType } }));
        const update = isOfTeam ? routes.updateTeamTemplate : routes.updateTemplate;
        return await call(update, { params: { id: template.id }, body });
      } catch (error) {
        throw atField(error, 'unknown_attribute', 'body');
      }
    },
    showsFields: true,
    done: () => {
      const message = template ? 'Template Updated successfully!' : 'Template Created successfully!';
      return message;
    },
    // One that is gone should go from the list too.
    changes: (queryClient) => templatesChanged(queryClient, kind),
  });
}
