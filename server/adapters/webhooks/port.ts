export interface WebhookAnswer {
  /** Null: the connection failed, or nothing came in time. */
  status: number | null;
  /** The first KB of it, or why there is none. */
  response: string;
  /** How long it asks to wait; null: it doesn't say. */
  retryAfterMs: number | null;
}

/** Where customers' own software listens. */
export interface WebhookPoster {
  /** Whether it leads to the internet, as far as one can tell before it is asked. */
  isPermitted(url: URL): Promise<boolean>;
  /** Never throws. */
  post(url: string, request: { headers: Record<string, string>; body: string }): Promise<WebhookAnswer>;
  /** The waits before the second attempt and each later one, in seconds; null: the usual ones. */
  waits: readonly number[] | null;
}
