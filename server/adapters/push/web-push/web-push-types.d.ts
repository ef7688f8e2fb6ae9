/** What we use of web-push, which brings no types. */
declare module 'web-push' {
  interface RequestDetails {
    endpoint: string;
    method: string;
    headers: Record<string, string | number>;
    body: Buffer;
  }

  const webPush: {
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string };
        TTL: number;
        urgency: 'very-low' | 'low' | 'normal' | 'high';
        topic: string;
      },
    ): RequestDetails;
  };

  export = webPush;
}
