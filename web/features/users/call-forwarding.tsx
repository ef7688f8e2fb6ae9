import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { failures } from '../../../contract/failure.ts';
import type { User } from '../../../contract/users.ts';
import { hostingQuery } from '../hosting/hosting-query.ts';
import { CallForwardingForm } from './call-forwarding-form.tsx';

/** Calls to a number that the company already had never come here, so there is nothing to forward. */
export function CallForwarding({ user }: { user: User }) {
  const hosting = useQuery({ ...hostingQuery(), meta: { quiet: true } });
  if (hosting.isPending) return <Skeleton height={160} />;
  const order = hosting.data?.order;
  const isHosted = order?.state === 'linked' && order.phoneNumber === user.seat?.twilioNumber;
  return isHosted ? <Text>{failures.number_hosted.message}</Text> : <CallForwardingForm user={user} />;
}
