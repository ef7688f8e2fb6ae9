/** What is used of a service worker's scope. TypeScript's own types of it can't be loaded beside those of a page. */

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends Lasting {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

interface PushEvent extends Lasting {
  /** Null: it came without words. */
  data: { json(): unknown } | null;
}

export interface SubscriptionChangeEvent extends Lasting {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

interface NotificationClickEvent extends Lasting {
  notification: Notification;
}

/** A page that is open. */
export interface WindowClient {
  url: string;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

export interface WorkerClients {
  claim(): Promise<void>;
  /** Those used last come first. */
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>;
  openWindow(address: string): Promise<unknown>;
}

interface Events {
  install: Lasting;
  activate: Lasting;
  fetch: FetchEvent;
  push: PushEvent;
  pushsubscriptionchange: SubscriptionChangeEvent;
  notificationclick: NotificationClickEvent;
}

export interface WorkerScope {
  location: Location;
  caches: CacheStorage;
  registration: ServiceWorkerRegistration;
  clients: WorkerClients;
  navigator: Pick<Navigator, 'setAppBadge'>;
  skipWaiting(): Promise<void>;
  addEventListener<Type extends keyof Events>(type: Type, listen: (event: Events[Type]) => void): void;
}
