import type { NumberWebhooks } from '../../adapters/carrier/port.ts';

/** Where the carrier reports what comes in at a number. */
export function numberWebhooks({
  publicUrl,
  carrier,
}: {
  publicUrl: string;
  carrier: { name: string };
}): NumberWebhooks {
  const base = `${publicUrl}/webhooks/${carrier.name}`;
  return {
    inboundUrl: `${base}/inbound`,
    statusUrl: `${base}/status`,
    calls: { incomingUrl: `${base}/calls/incoming`, endedUrl: `${base}/calls/ended` },
  };
}
