/** What a person attaches to a text, and what goes wrong when it is fetched. */
export interface FakeMedia {
  contentType: string;
  bytes: Buffer;
  /** Send the bytes, but never end the answer. */
  stall?: boolean;
  /** Send whoever asks on to this address. */
  redirectTo?: string;
}
