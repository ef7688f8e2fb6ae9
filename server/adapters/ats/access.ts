/** What is kept sealed for a connection. */
export interface AtsAccess {
  connectedBy: 'key' | 'oauth';
  /** Empty for OAuth. */
  credentials: Readonly<Record<string, string>>;
  tokens: AtsTokens | null;
  /** The client that this server is at the vendor (`<PREFIX>_CLIENT_ID`, `_CLIENT_SECRET`), for OAuth. */
  client: { id: string; secret: string } | null;
}

export interface AtsTokens {
  accessToken: string;
  refreshToken: string | null;
  expiresAt: Date | null;
  /** What came with them, e.g. the address of the data center. */
  extra: Readonly<Record<string, string>>;
}
