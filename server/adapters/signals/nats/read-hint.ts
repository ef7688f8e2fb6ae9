import { type Ears, type Hint, MOST_BYTES } from '../port.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Null for anything that no node of ours sends. */
export function readHint(
  { subject, channels }: { subject: string } & Pick<Ears, 'channels'>,
  message: { subject: string; data: Uint8Array },
): Hint | null {
  const channel = channels.find((each) => message.subject === `${subject}.${each}`);
  if (channel === undefined || message.data.length > MOST_BYTES) return null;
  try {
    return { channel, payload: utf8.decode(message.data) };
  } catch {
    return null;
  }
}
