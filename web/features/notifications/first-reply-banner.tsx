import { Button } from '@mantine/core';
import type { User } from '../../../contract/users.ts';
import { showNews } from '../../lib/notices.ts';
import { QuestionBanner } from '../../ui/question-banner.tsx';
import { turnHere } from './browser-choice.ts';
import { askBrowser } from './browser-permission.ts';
import { keepProposed } from './proposal.ts';
import { useSaveChoices } from './use-save-choices.ts';

/** In the inbox, once in a person's life: as soon as a candidate has written. */
export function FirstReplyBanner({ user, onDone }: { user: User; onDone: () => void }) {
  const save = useSaveChoices('Notifications turned on');

  function close() {
    keepProposed(user);
    onDone();
  }

  async function turnOn() {
    const permission = await askBrowser();
    // Who closes the browser's own question can still answer ours.
    if (permission === 'default') return;
    if (permission === 'granted') {
      turnHere(user, true);
      return save.run({ notifications: { browser: true } }, { onDone: close });
    }
    showNews('Your browser blocks notifications from Hiretext. Allow them in its settings for this site.');
    close();
  }

  return (
    <QuestionBanner label="Notifications" question="Get a notification when a candidate replies?">
      <Button size="compact-sm" loading={save.isPending} onClick={() => void turnOn()}>
        Turn on
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={close}>
        Not now
      </Button>
    </QuestionBanner>
  );
}
