import { Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { ANALYTICS, AUTOMATIONS, missingOf } from '../../../../contract/access.ts';
import type { Account } from '../../../../contract/accounts.ts';
import type { NotificationChoices as Choices, User } from '../../../../contract/users.ts';
import { whoIs } from '../../../lib/session/access.ts';
import { askBrowser, browserPermission, type Permission } from '../../notifications/browser-permission.ts';
import { chime } from '../../notifications/chime.ts';
import { useSaveChoices } from '../../notifications/use-save-choices.ts';

const ABOUT_BROWSER: Record<Permission, string> = {
  granted: "When a text arrives while you're not looking at Hiretext.",
  default: "When a text arrives while you're not looking at Hiretext. Your browser will ask you to allow it.",
  denied:
    'Your browser blocks notifications from Hiretext. Allow them in its settings for this site, then reload this page.',
  unavailable: "This browser can't show notifications from websites.",
};

export function NotificationChoices({ user, account }: { user: User; account: Account }) {
  const [permission, setPermission] = useState(browserPermission);
  const save = useSaveChoices();
  const who = whoIs(user, account);
  const saving = save.isPending ? save.variables : {};
  const chosen = { ...user.notifications, ...saving.notifications };
  const change = (changed: Partial<Choices>) => {
    save.run({ notifications: changed });
  };
  // The choice is the person's; what one browser allows is its own.
  const showsHere = chosen.browser && permission === 'granted';

  async function changeBrowser(wanted: boolean) {
    if (!wanted) return change({ browser: false });
    const allowed = await askBrowser();
    setPermission(allowed);
    if (allowed === 'granted') change({ browser: true });
  }

  return (
    <Stack gap="md">
      <Switch
        label="Notify me in this browser"
        description={ABOUT_BROWSER[permission]}
        checked={showsHere}
        disabled={permission === 'denied' || permission === 'unavailable'}
        onChange={(event) => void changeBrowser(event.currentTarget.checked)}
      />
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
