import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { userQuery } from '../../lib/session/me.ts';

type Choices = Pick<
  BodyInput<typeof routes.updateUser>,
  'notifications' | 'automationReminder' | 'weeklyFigures'
>;

export function useSaveChoices(done = 'Notifications updated') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Choices) => call(routes.updateUser, { body }),
    onSuccess: (changed) => {
      putAnswer(queryClient, userQuery().queryKey, changed);
      notifications.show({ message: done, color: 'teal' });
    },
  });
}
