/** Where a browser takes pushes, in its own words. */
export interface PushSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Push {
  /** What the browser gets, encrypted for it. */
  payload: string;
  /** Of several with the same topic that a device hasn't gotten yet, only the last one is kept. 32 characters of base64url. */
  topic: string;
  ttlSeconds: number;
}

export type PushOutcome =
  | { outcome: 'taken' }
  /** The browser has ended the subscription. */
  | { outcome: 'gone' }
  /** Trying again won't help. */
  | { outcome: 'refused'; reason: string }
  | { outcome: 'notReached'; reason: string; retryAfterMs: number | null };

/** Hands what a browser is to show to the push service that its vendor runs. */
export interface PushSender {
  /** P-256, uncompressed, in base64url. Browsers subscribe with it, and their push services take pushes from its owner only. */
  publicKey: string;
  /** Whether we may send to this address at all; which network it leads to is looked at when something is sent. */
  isPermitted(endpoint: string): boolean;
  /** Never throws. */
  send(subscription: PushSubscription, push: Push): Promise<PushOutcome>;
}
