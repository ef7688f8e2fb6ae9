import { Button } from '@mantine/core';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { userQuery } from '../../lib/session/me.ts';
import { QuestionBanner } from '../../ui/question-banner.tsx';

/** In the inbox, once in a person's life: whether they want to start there. */
export function StartHereBanner() {
  const choose = useSave({
    save: (opensWith: 'account' | 'messages') => call(routes.updateUser, { body: { opensWith } }),
    keep: (queryClient, user) => putAnswer(queryClient, userQuery().queryKey, user),
    done: ({ opensWith }) => (opensWith === 'messages' ? 'Hiretext opens with Messages now' : null),
  });
  return (
    <QuestionBanner label="Where to start" question="Open Hiretext with your messages?">
      <Button size="compact-sm" loading={choose.isPending} onClick={() => choose.run('messages')}>
        Start here from now on
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => choose.run('account')}>
        No, thanks
      </Button>
    </QuestionBanner>
  );
}
