import { SegmentedMessage } from 'sms-segments-calculator';
import type { FakeReply } from './fake-server.ts';

/** What Telnyx refuses. Stricter than Telnyx in one thing: it ignores properties that it does not know. */

export interface TelnyxRefusal {
  status: number;
  code: string;
  title: string;
}

type JsonType = 'string' | 'boolean' | 'object' | 'strings' | 'objects';
type Shape = Readonly<Record<string, JsonType>>;

export const bodies = {
  message: {
    from: 'string',
    to: 'string',
    text: 'string',
    subject: 'string',
    type: 'string',
    messaging_profile_id: 'string',
    media_urls: 'strings',
    webhook_url: 'string',
    webhook_failover_url: 'string',
    use_profile_webhooks: 'boolean',
    auto_detect: 'boolean',
    encoding: 'string',
    send_at: 'string',
  },
  order: {
    phone_numbers: 'objects',
    messaging_profile_id: 'string',
    connection_id: 'string',
    billing_group_id: 'string',
    customer_reference: 'string',
  },
  profile: {
    name: 'string',
    enabled: 'boolean',
    webhook_url: 'string',
    webhook_failover_url: 'string',
    webhook_api_version: 'string',
    whitelisted_destinations: 'strings',
  },
  number: { connection_id: 'string', customer_reference: 'string', tags: 'strings' },
  numberMessaging: { messaging_profile_id: 'string', messaging_product: 'string', tags: 'strings' },
  application: {
    friendly_name: 'string',
    active: 'boolean',
    voice_url: 'string',
    voice_fallback_url: 'string',
    voice_method: 'string',
    status_callback: 'string',
    status_callback_method: 'string',
    outbound: 'object',
    inbound: 'object',
  },
  voiceProfile: { name: 'string', enabled: 'boolean', whitelisted_destinations: 'strings' },
} as const satisfies Record<string, Shape>;

export const queries = {
  search: new Set([
    'filter[country_code]',
    'filter[phone_number_type]',
    'filter[national_destination_code]',
    'filter[features][]',
    'filter[limit]',
    'filter[best_effort]',
    'filter[administrative_area]',
  ]),
  numbers: new Set([
    'filter[phone_number]',
    'filter[status]',
    'filter[customer_reference]',
    'page[number]',
    'page[size]',
  ]),
  profiles: new Set(['filter[name]', 'page[number]', 'page[size]']),
  applications: new Set(['filter[friendly_name]', 'page[number]', 'page[size]']),
  voiceProfiles: new Set(['filter[name][contains]', 'page[number]', 'page[size]']),
  records: new Set([
    'filter[record_type]',
    'filter[direction]',
    'filter[cli]',
    'filter[cld]',
    'filter[created_at][gte]',
    'filter[created_at][lt]',
    'sort',
    'page[number]',
    'page[size]',
  ]),
} as const;

export function refuse(status: number, code: string, title: string): TelnyxRefusal {
  return { status, code, title };
}

export function presentRefusal({ status, code, title }: TelnyxRefusal): FakeReply {
  const meta = { url: `https://developers.telnyx.com/docs/overview/errors/${code}` };
  return { status, body: { errors: [{ code, title, detail: title, meta }] } };
}

export function refuseQuery(query: URLSearchParams, known: ReadonlySet<string>): TelnyxRefusal | null {
  for (const name of query.keys())
    if (!known.has(name)) return refuse(400, '10015', `Unknown parameter ${name}`);
  const size = query.get('page[size]');
  if (size !== null && !(Number(size) >= 1 && Number(size) <= 50))
    return refuse(400, '10015', 'page[size] is from 1 to 50');
  return null;
}

export function refuseBody(body: unknown, shape: Shape): TelnyxRefusal | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refuse(400, '10015', 'Bad Request');
  for (const [name, value] of Object.entries(body)) {
    const type = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (type === undefined) return refuse(422, '10015', `Unknown property ${name}`);
    if (!isOfType(value, type)) return refuse(422, '10015', `${name} is of the wrong type`);
  }
  return null;
}

function isOfType(value: unknown, type: JsonType): boolean {
  if (type === 'strings') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (type === 'objects')
    return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
  return typeof value === type && value !== null;
}

export interface MessageBody {
  from?: string;
  to?: string;
  text?: string;
  type?: string;
  media_urls?: string[];
  webhook_url?: string;
  use_profile_webhooks?: boolean;
}

export interface TelnyxWorld {
  /** The profile of a number that is ours and active. */
  profileOf(phoneNumber: string): string | null;
  /** Has `person` texted STOP to a number of the profile? */
  isBlocked(profileId: string, person: string): boolean;
}

/** At most this many parts (the API's own maximum). */
const mostParts = 10;

export function refuseMessage(body: MessageBody, world: TelnyxWorld): TelnyxRefusal | null {
  const { from = '', to = '', text = '', media_urls: media = [], type } = body;
  if (to === '' || from === '') return refuse(422, '10004', 'Missing required parameter');
  if (text === '' && media.length === 0) return refuse(422, '10004', 'Missing required parameter');
  if (type !== undefined && type !== 'SMS' && type !== 'MMS')
    return refuse(422, '10015', 'type is SMS or MMS');
  if (
    [...media, ...(body.webhook_url === undefined ? [] : [body.webhook_url])].some(
      (url) => !isWebAddress(url),
    )
  ) {
    return refuse(422, '10003', 'Invalid URL');
  }
  if (!isPhoneNumber(to)) return refuse(400, '40310', "Invalid 'to' address");
  const profileId = world.profileOf(from);
  if (profileId === null) return refuse(400, '40305', "Invalid 'from' address");
  if (!to.startsWith('+1')) return refuse(400, '40309', 'Invalid destination region');
  if (world.isBlocked(profileId, to)) return refuse(409, '40300', 'Blocked due to STOP message');
  if (media.length === 0 && countParts(text) > mostParts) return refuse(400, '40302', 'Message too large');
  return null;
}

export function countParts(text: string): number {
  return new SegmentedMessage(text).segmentsCount;
}

export function isPhoneNumber(value: string): boolean {
  return value.startsWith('+1') ? /^\+1[2-9]\d{2}[2-9]\d{6}$/.test(value) : /^\+[2-9]\d{6,14}$/.test(value);
}

export function isWebAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}
