import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { routes } from '../../../contract/routes.ts';
import type { NotificationChoices } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { userQuery } from '../../lib/session/me.ts';

export function useSaveChoices(done = 'Notifications updated') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<NotificationChoices>) =>
      call(routes.updateUser, { body: { notifications: change } }),
    onSuccess: (changed) => {
      putAnswer(queryClient, userQuery().queryKey, changed);
      notifications.show({ message: done, color: 'teal' });
    },
  });
}
