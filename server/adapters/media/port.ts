/** Where the pictures of texts are kept. Keys are `<accountId>/<mediaId>`. */
export interface MediaStore {
  /** Durable when it resolves. Writing a key again replaces its content. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Null when there is nothing under the key. */
  get(key: string): Promise<Buffer | null>;
  /** Resolves too when there is nothing under the key. */
  remove(key: string): Promise<void>;
}
