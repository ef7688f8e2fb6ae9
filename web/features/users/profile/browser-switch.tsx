import { Switch } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../../../contract/users.ts';
import { isAppleTouch, isInstalled } from '../../../lib/install.ts';
import { useStore } from '../../../lib/store.ts';
import { pushState, turnHere } from '../../notifications/browser-choice.ts';
import { askBrowser, browserPermission, type Permission } from '../../notifications/browser-permission.ts';

const WHAT = "When a candidate texts or a notification comes in while you're not looking at Hiretext";

function about(permission: Permission, pushes: ReturnType<typeof pushState.get>): string {
  switch (permission) {
    case 'granted':
      return pushes === 'unavailable'
        ? `${WHAT}. Keep it open: this browser can't notify you while it's closed.`
        : `${WHAT}, even while it's closed.`;
    case 'default':
      return `${WHAT}, even while it's closed. Your browser will ask you to allow it.`;
    case 'denied':
      return 'Your browser blocks notifications from Hiretext. Allow them in its settings for this site, then reload this page.';
    case 'unavailable':
      return isAppleTouch() && !isInstalled()
        ? 'Add Hiretext to your home screen first, then turn this on in the app there.'
        : "This browser can't show notifications from websites.";
  }
}

/** `choose`: the person wants to be notified in browsers. */
export function BrowserSwitch({
  user,
  checked,
  choose,
}: {
  user: User;
  checked: boolean;
  choose: () => void;
}) {
  const [permission, setPermission] = useState(browserPermission);
  const pushes = useStore(pushState);

  async function change(wanted: boolean) {
    if (!wanted) return turnHere(user, false);
    const allowed = await askBrowser();
    setPermission(allowed);
    if (allowed !== 'granted') return;
    turnHere(user, true);
    if (!user.notifications.browser) choose();
  }

  return (
    <Switch
      label="Notify me in this browser"
      description={about(permission, pushes)}
      error={
        checked &&
        pushes === 'failed' &&
        "You won't be notified while Hiretext is closed. Turn this off and on to try again."
      }
      checked={checked}
      disabled={permission === 'denied' || permission === 'unavailable'}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}
