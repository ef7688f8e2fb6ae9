/** A webhook as it came in, before anything is believed of it. */
export interface WebhookRequest {
  /** The full URL as the carrier called it: the configured PUBLIC_URL joined with the request's path and query, never the Host header. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  /** Exact bytes; signatures are over these. */
  rawBody: Buffer;
}
