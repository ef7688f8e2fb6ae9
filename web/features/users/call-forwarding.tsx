import { Text } from '@mantine/core';
import { failures } from '../../../contract/failure.ts';
import type { User } from '../../../contract/users.ts';
import { CallForwardingForm } from './call-forwarding-form.tsx';

/** Calls to a number that the company already had never come here, so there is nothing to forward. */
export function CallForwarding({ user }: { user: User }) {
  if (user.seat?.metadata.isHosted) return <Text>{failures.number_hosted.message}</Text>;
  return <CallForwardingForm user={user} />;
}
