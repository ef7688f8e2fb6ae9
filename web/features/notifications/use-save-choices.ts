import type { BodyInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { userQuery } from '../../lib/session/me.ts';

type Choices = Pick<
  BodyInput<typeof routes.updateUser>,
  'notifications' | 'automationReminder' | 'weeklyFigures'
>;

export function useSaveChoices(done = 'Notifications updated') {
  return useSave({
    save: (body: Choices) => call(routes.updateUser, { body }),
    keep: (queryClient, changed) => putAnswer(queryClient, userQuery().queryKey, changed),
    done,
  });
}
