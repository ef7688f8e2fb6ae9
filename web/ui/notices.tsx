import { Notifications } from '@mantine/notifications';

export function Notices() {
  return <Notifications position="top-center" autoClose={5000} limit={3} />;
}
