import { isAppleTouch } from '../../lib/install.ts';

export type Permission = NotificationPermission | 'unavailable';

/** Browsers of phones show them only by way of a service worker. */
const needsWorker = () => isAppleTouch() || /Android/i.test(navigator.userAgent);

export function browserPermission(): Permission {
  if (!('Notification' in window) || (needsWorker() && !('serviceWorker' in navigator))) return 'unavailable';
  return Notification.permission;
}

/** To be asked right after a click: browsers refuse pages that ask by themselves. */
export async function askBrowser(): Promise<Permission> {
  return browserPermission() === 'unavailable' ? 'unavailable' : Notification.requestPermission();
}
