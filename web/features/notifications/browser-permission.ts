export type Permission = NotificationPermission | 'unavailable';

/** Browsers of Android show them only by way of a service worker, which there is none of here. */
export function browserPermission(): Permission {
  if (!('Notification' in window) || /Android/i.test(navigator.userAgent)) return 'unavailable';
  return Notification.permission;
}

/** To be asked right after a click: browsers refuse pages that ask by themselves. */
export async function askBrowser(): Promise<Permission> {
  return browserPermission() === 'unavailable' ? 'unavailable' : Notification.requestPermission();
}
