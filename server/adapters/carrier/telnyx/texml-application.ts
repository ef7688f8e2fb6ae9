import { z } from 'zod';
import type { CallUrls } from '../port-calls.ts';
import { okReply, type VendorReply } from '../vendor-call.ts';
import type { TelnyxApi } from './api.ts';

/** Names as the operator sees them in the Telnyx portal. */
const ownName = 'Hiretext';

const voiceProfileSchema = z.object({ id: z.string().min(1), name: z.string() });
const applicationSchema = z.object({
  id: z.string().min(1),
  friendly_name: z.string(),
  voice_url: z.string().nullish(),
  status_callback: z.string().nullish(),
});

/** `failed` holds the reply that gave none. */
export type ApplicationFound = { id: string } | { failed: VendorReply };

/**
 * The calls to a Telnyx number go to its connection; ours is a TeXML application, which holds the addresses to ask
 * (developers.telnyx.com/api-reference/texml-applications). Forwarding is an outbound call, for which the application
 * needs an outbound voice profile. As with messaging profiles, numbers that report to one address share one, found or else made.
 */
export function createApplicationFinder(api: TelnyxApi) {
  const known = new Map<string, string>();

  return async function applicationFor(urls: CallUrls): Promise<ApplicationFound> {
    const id = known.get(urls.incomingUrl);
    if (id !== undefined) return { id };
    const found = await findOrMakeApplication(api, urls);
    if ('id' in found) known.set(urls.incomingUrl, found.id);
    return found;
  };
}

async function findOrMakeApplication(api: TelnyxApi, urls: CallUrls): Promise<ApplicationFound> {
  const query = new URLSearchParams({ 'filter[friendly_name]': ownName, 'page[size]': '50' });
  const listed = await api.call('GET', `/texml_applications?${query}`);
  const list = okReply(listed, z.object({ data: z.array(applicationSchema) }));
  if (list === null) return { failed: listed };
  const existing = list.data.find(
    (each) =>
      each.friendly_name === ownName &&
      each.voice_url === urls.incomingUrl &&
      each.status_callback === urls.endedUrl,
  );
  if (existing !== undefined) return { id: existing.id };

  const profile = await findOrMakeVoiceProfile(api);
  if ('failed' in profile) return profile;
  const made = await api.call('POST', '/texml_applications', {
    friendly_name: ownName,
    voice_url: urls.incomingUrl,
    voice_method: 'post',
    status_callback: urls.endedUrl,
    status_callback_method: 'post',
    outbound: { outbound_voice_profile_id: profile.id },
  });
  const created = okReply(made, z.object({ data: applicationSchema }));
  return created === null ? { failed: made } : { id: created.data.id };
}

async function findOrMakeVoiceProfile(api: TelnyxApi): Promise<ApplicationFound> {
  const query = new URLSearchParams({ 'filter[name][contains]': ownName, 'page[size]': '50' });
  const listed = await api.call('GET', `/outbound_voice_profiles?${query}`);
  const list = okReply(listed, z.object({ data: z.array(voiceProfileSchema) }));
  if (list === null) return { failed: listed };
  const existing = list.data.find(({ name }) => name === ownName);
  if (existing !== undefined) return { id: existing.id };

  const made = await api.call('POST', '/outbound_voice_profiles', {
    name: ownName,
    // Where calls are forwarded for everyone; the operator of Hiretext opens other countries in the portal.
    whitelisted_destinations: ['US', 'CA'],
  });
  const created = okReply(made, z.object({ data: voiceProfileSchema }));
  return created === null ? { failed: made } : { id: created.data.id };
}
