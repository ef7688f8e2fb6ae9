import { Stack, Switch } from '@mantine/core';
import { ANALYTICS, AUTOMATIONS, missingOf } from '../../../../contract/access.ts';
import type { Account } from '../../../../contract/accounts.ts';
import type { NotificationChoices as Choices, User } from '../../../../contract/users.ts';
import { whoIs } from '../../../lib/session/access.ts';
import { useIsOnHere } from '../../notifications/browser-choice.ts';
import { chime } from '../../notifications/chime.ts';
import { useSaveChoices } from '../../notifications/use-save-choices.ts';
import { BrowserSwitch } from './browser-switch.tsx';

export function NotificationChoices({ user, account }: { user: User; account: Account }) {
  const save = useSaveChoices();
  const who = whoIs(user, account);
  const saving = save.isPending ? save.variables : {};
  const chosen = { ...user.notifications, ...saving.notifications };
  const change = (changed: Partial<Choices>) => {
    save.run({ notifications: changed });
  };
  const showsHere = useIsOnHere(user);

  return (
    <Stack gap="md">
      <BrowserSwitch user={user} checked={showsHere} choose={() => change({ browser: true })} />
      <Switch
        label="Hide what candidates write"
        description="Notifications say who texted, and nothing else."
        checked={chosen.hideText}
        disabled={!showsHere}
        onChange={(event) => change({ hideText: event.currentTarget.checked })}
      />
      <Switch
        label="Play a sound"
        description="When a text arrives in a conversation you're not looking at."
        checked={chosen.sound}
        onChange={(event) => {
          if (event.currentTarget.checked) void chime().catch(() => {});
          change({ sound: event.currentTarget.checked });
        }}
      />
      <Switch
        label="Email me when a candidate is waiting"
        description="After 15 minutes unread, at most every 15 minutes. The email names the candidate but leaves out their text."
        checked={chosen.mail}
        onChange={(event) => change({ mail: event.currentTarget.checked })}
      />
      {account.type === 'team' && (
        <Switch
          label="Email me when a colleague mentions me"
          description="The email says who, and in which conversation. It leaves out the note."
          checked={chosen.mentionMail}
          onChange={(event) => change({ mentionMail: event.currentTarget.checked })}
        />
      )}
      <Switch
        label={
          missingOf(AUTOMATIONS, who) === null
            ? 'Email me if one of my scheduled or automatic texts is held or fails'
            : 'Email me if one of my scheduled texts is held'
        }
        description="The email says why, and what you can do about it."
        checked={saving.automationReminder ?? user.automationReminder}
        onChange={({ currentTarget: { checked } }) => {
          save.run({ automationReminder: checked });
        }}
      />
      {missingOf(ANALYTICS, who) === null && user.userType === 'admin' && (
        <Switch
          label="Email me the week's figures"
          description="A weekly email with the five figures that changed most, on Monday mornings."
          checked={saving.weeklyFigures ?? user.weeklyFigures}
          onChange={({ currentTarget: { checked } }) => {
            save.run({ weeklyFigures: checked });
          }}
        />
      )}
    </Stack>
  );
}
