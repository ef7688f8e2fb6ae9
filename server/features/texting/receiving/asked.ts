import type { CarrierEvent } from '../../../adapters/carrier/port.ts';
import { classifyInbound } from '../../consent/rules.ts';

export type InboundText = Extract<CarrierEvent, { type: 'inbound' }> & {
  /** It waited when a backup was taken that was restored since, so it may have been answered. */
  isRestored?: true;
};
export type Asked = ReturnType<typeof classifyInbound>;

/** If the carrier recognized a word itself, its reading is used next to ours: either is enough to stop. */
export function askedFor(
  text: Pick<InboundText, 'body' | 'carrierOptOut'>,
  facts: { optedOut: boolean },
): Asked {
  const ours = classifyInbound(text.body, facts);
  if (ours === 'optOut' || text.carrierOptOut === 'stop') return 'optOut';
  if (text.carrierOptOut === 'start') return 'optIn';
  if (text.carrierOptOut === 'help') return 'help';
  return ours;
}

/**
 * What an event asks for before it is processed: only what stops texts, never what lets them through. A text that we fail to
 * read is stored like any other, and may mean stop.
 */
export function asksBefore(event: CarrierEvent): 'optOut' | 'hold' | null {
  if (event.type !== 'inbound') return null;
  try {
    const asked = askedFor(event, { optedOut: false });
    return asked === 'optOut' || asked === 'hold' ? asked : null;
  } catch {
    return 'hold';
  }
}
