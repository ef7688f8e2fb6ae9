import type { SimulatedMessage, SimulatedNetwork } from '../contract/simulator.ts';
import { send } from './api.ts';

/* The simulated carrier, driven as docs/simulator.md describes. */

/** The thread of one candidate's phone with one business number. */
export interface Phone {
  number: string;
  /** As people write it: (212) 555-0142. */
  formatted: string;
  text(body: string, mediaUrls?: string[]): Promise<void>;
  /** What the phone was sent, oldest first. */
  received(): Promise<string[]>;
}

export function phoneOf(address: string, number: string, business: string): Phone {
  return {
    number,
    formatted: number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3'),
    async text(body, mediaUrls = []) {
      const text = { from: number, to: business, body, mediaUrls };
      await send(`${address}/simulator/messages`, 'POST', text);
    },
    async received() {
      const query = new URLSearchParams({ number });
      const texts = await send<SimulatedMessage[]>(`${address}/simulator/messages?${query}`, 'GET');
      return texts
        .filter(({ direction, from }) => direction === 'toCandidate' && from === business)
        .map(({ body }) => body);
    },
  };
}

/** A picture on the phone, to be named in a text. */
export async function storePicture(address: string, png: Buffer): Promise<string> {
  const response = await fetch(`${address}/simulator/media`, {
    method: 'POST',
    headers: { 'Content-Type': 'image/png' },
    body: Uint8Array.from(png),
  });
  const { url } = (await response.json()) as { url: string };
  return url;
}

const usualNetwork: SimulatedNetwork = {
  delayMs: 100,
  duplicate: false,
  reorder: false,
  outcome: 'deliver',
  registration: 'approve',
};

export async function setNetwork(address: string, change: Partial<SimulatedNetwork> = {}): Promise<void> {
  await send(`${address}/simulator/network`, 'PUT', { ...usualNetwork, ...change });
}
