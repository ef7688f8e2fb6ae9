import type { SubscriptionChangeEvent } from './worker-scope.ts';

/** The browser has replaced its subscription. No page needs to be open: what the former one had proves whose it is. */
export async function renewPush(
  { oldSubscription, newSubscription }: Pick<SubscriptionChangeEvent, 'oldSubscription' | 'newSubscription'>,
  manager: Pick<PushManager, 'subscribe'>,
  post: (address: string, init: RequestInit) => Promise<unknown>,
): Promise<void> {
  // Then the next page that is opened subscribes again.
  if (!oldSubscription) return;
  const { applicationServerKey } = oldSubscription.options;
  const subscription =
    newSubscription ?? (await manager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const { endpoint, auth } = secretsOf(oldSubscription);
  await post('/v1/push/renew', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    body: JSON.stringify({ former: { endpoint, auth }, subscription: secretsOf(subscription) }),
  });
}

function secretsOf(subscription: PushSubscription) {
  const { endpoint, keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
}
