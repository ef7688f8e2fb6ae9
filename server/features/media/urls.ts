import type { Deps } from '../../deps.ts';
import { dispositionOf } from './content-type.ts';

/** An address lasts to the end of the day after tomorrow (UTC): long enough for a carrier, and the same all day, so that browsers can cache. */
const LASTS_DAYS = 3;
const DAY_MS = 24 * 3600 * 1000;

/** Open without credentials, because pictures and carriers can't send any; the signature is the permission. */
export function mediaUrl(
  deps: Pick<Deps, 'signer' | 'publicUrl' | 'clock'>,
  accountId: string,
  id: string,
): string {
  const until = (Math.floor(deps.clock().getTime() / DAY_MS) + LASTS_DAYS) * (DAY_MS / 1000);
  const path = `/media/${accountId}/${id}?until=${until}`;
  return `${deps.publicUrl}${path}&signature=${deps.signer.signPath(path)}`;
}

/** Texts wait at a carrier for ten hours at most. */
const FETCHED_WITHIN_SECONDS = 24 * 3600;

/** Straight from the store if it has an address for that, so that a broadcast's picture isn't read through us. */
export async function carrierMediaUrl(
  deps: Pick<Deps, 'signer' | 'publicUrl' | 'clock' | 'carrier' | 'mediaStore'>,
  accountId: string,
  { id, contentId, contentType }: { id: string; contentId: string; contentType: string },
): Promise<string> {
  const shown = { contentType, contentDisposition: dispositionOf(contentType) };
  const atStore = deps.carrier.reachesPeople
    ? await deps.mediaStore.addressOf(mediaKey(accountId, contentId), shown, FETCHED_WITHIN_SECONDS)
    : null;
  return atStore ?? mediaUrl(deps, accountId, id);
}

export function mayReadMedia(
  deps: Pick<Deps, 'signer' | 'clock'>,
  asked: { accountId: string; id: string; until: string; signature: string },
): boolean {
  const path = `/media/${asked.accountId}/${asked.id}?until=${asked.until}`;
  return (
    deps.signer.isPathSigned(path, asked.signature) && Number(asked.until) * 1000 > deps.clock().getTime()
  );
}

export function mediaKey(accountId: string, id: string): string {
  return `${accountId}/${id}`;
}
