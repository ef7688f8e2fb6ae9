import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { activeWorker } from '../../lib/service-worker.ts';

/** Subscribes this browser, or sees to it that it still is. Whether it can be. */
export async function keepPush(): Promise<boolean> {
  const worker = await activeWorker();
  // Phones have it only in an app on the home screen, private windows nowhere.
  if (!worker?.pushManager) return false;
  const { publicKey } = await call(routes.getPushKey, {});
  const subscription = await subscriptionFor(worker.pushManager, publicKey);
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await call(routes.subscribeToPush, { body: { endpoint, p256dh, auth } });
  return true;
}

async function subscriptionFor(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  if (known && isFor(known, publicKey)) return known;
  // Of an earlier server: browsers keep one at a time.
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function isFor({ options: { applicationServerKey } }: PushSubscription, publicKey: string): boolean {
  if (applicationServerKey === null) return false;
  const letters = String.fromCharCode(...new Uint8Array(applicationServerKey));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}

/** The browser forgets it as well: what is still on its way isn't shown. */
export async function endPush(): Promise<void> {
  const worker = await activeWorker();
  const subscription = await worker?.pushManager?.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await call(routes.endPush, {});
}
