import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Automation } from '../../../contract/automations.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import type { Body } from './automation-form.ts';
import type { AutomationKind } from './automation-kinds.ts';
import { automationsChanged } from './automations-query.ts';

/** Adds an automation, or changes the one given. */
export function useSaveAutomation({ noun }: AutomationKind, automation: Automation | null) {
  const queryClient = useQueryClient();
  const create = useCallOnce(routes.createAutomation);
  return useMutation({
    mutationFn: ({ type, ...fields }: Body) =>
      automation
        ? call(routes.updateAutomation, { params: { id: automation.id }, body: fields })
        : create({ body: { type, ...fields } }),
    meta: { shows: 'fields' },
    onSuccess: () => {
      notifications.show({ message: `${automation ? 'Saved' : 'Created'} your ${noun}`, color: 'teal' });
    },
    // One that is gone should go from the list too.
    onSettled: () => automationsChanged(queryClient),
  });
}
