import { z } from 'zod';
import { okReply, type VendorReply } from '../vendor-call.ts';
import type { TelnyxApi } from './api.ts';

/** Name of the profile as the operator sees it in the Telnyx portal. */
const profileName = 'Hiretext';

const profileSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  webhook_url: z.string().nullish(),
});
const profileListSchema = z.object({ data: z.array(profileSchema) });
const createdSchema = z.object({ data: profileSchema });

/** `failed` holds the reply that gave no profile; nothing was bought or sent by then. */
export type ProfileFound = { id: string } | { failed: VendorReply };

/**
 * A Telnyx number texts only through a messaging profile, and the profile, not the number, holds the address for
 * inbound texts. So numbers that report to one address share one profile, found by name and address or else made.
 * Two processes that start at once may make two; both work.
 */
export function createProfileFinder(api: TelnyxApi, configuredId?: string) {
  const known = new Map<string, string>();

  return async function profileFor(inboundUrl: string): Promise<ProfileFound> {
    const id = configuredId ?? known.get(inboundUrl);
    if (id !== undefined) return { id };
    const found = await findOrMake(api, inboundUrl);
    if ('id' in found) known.set(inboundUrl, found.id);
    return found;
  };
}

async function findOrMake(api: TelnyxApi, inboundUrl: string): Promise<ProfileFound> {
  const query = new URLSearchParams({ 'filter[name]': profileName, 'page[size]': '50' });
  const listed = await api.call('GET', `/messaging_profiles?${query}`);
  const list = okReply(listed, profileListSchema);
  if (list === null) return { failed: listed };
  const existing = list.data.find(({ name, webhook_url: url }) => name === profileName && url === inboundUrl);
  if (existing !== undefined) return { id: existing.id };

  const made = await api.call('POST', '/messaging_profiles', {
    name: profileName,
    webhook_url: inboundUrl,
    webhook_api_version: '2',
    // Candidates are in the North American numbering plan; elsewhere Telnyx refuses with 40309.
    whitelisted_destinations: ['US', 'CA'],
  });
  const created = okReply(made, createdSchema);
  return created === null ? { failed: made } : { id: created.data.id };
}
