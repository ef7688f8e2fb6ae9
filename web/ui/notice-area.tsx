import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const Notices = lazy(() => import('./notices.tsx').then((module) => ({ default: module.Notices })));

/** Where notices appear; what draws them is loaded with the first one, which few visits ever see. */
export function NoticeArea() {
  const { notifications } = useNotifications();
  const [needed, setNeeded] = useState(false);
  if (notifications.length > 0 && !needed) setNeeded(true);
  return <Suspense>{needed && <Notices />}</Suspense>;
}
