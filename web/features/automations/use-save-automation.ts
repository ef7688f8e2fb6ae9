import type { Automation } from '../../../contract/automations.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import type { Body } from './automation-form.ts';
import type { AutomationKind } from './automation-kinds.ts';
import { automationsChanged } from './automations-query.ts';

/** Adds an automation, or changes the one given. */
export function useSaveAutomation({ noun }: AutomationKind, automation: Automation | null) {
  const create = useCallOnce(routes.createAutomation);
  return useSave({
    save: ({ type, ...fields }: Body) =>
      automation
        ? call(routes.updateAutomation, { params: { id: automation.id }, body: fields })
        : create({ body: { type, ...fields } }),
    showsFields: true,
    done: `${automation ? 'Saved' : 'Created'} your ${noun}`,
    // One that is gone should go from the list too.
    changes: automationsChanged,
  });
}
