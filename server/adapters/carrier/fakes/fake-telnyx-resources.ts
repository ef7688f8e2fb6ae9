import { placeOf } from './available-numbers.ts';

export interface TelnyxMessage {
  id: string;
  from: string;
  to: string;
  text: string;
  mediaUrls: string[];
  status: string;
  parts: number;
  errorCode: string | null;
  profileId: string;
  webhookUrl: string | null;
  /** Receipts that weren't accepted go to the address of the profile. */
  fallsBackToProfile: boolean;
  createdAt: Date;
  /** Set with the final status. */
  completedAt: Date | null;
}

export interface TelnyxNumber {
  id: string;
  phoneNumber: string;
  status: 'purchase-pending' | 'purchase-failed' | 'active';
  profileId: string | null;
  customerReference: string | null;
  /** Where its calls go. */
  connectionId: string | null;
}

/** A TeXML application, one kind of connection. */
export interface TelnyxApplication {
  id: string;
  name: string;
  voiceUrl: string;
  statusCallback: string | null;
  voiceProfileId: string | null;
}

export interface TelnyxVoiceProfile {
  id: string;
  name: string;
}

export interface TelnyxProfile {
  id: string;
  name: string;
  webhookUrl: string | null;
}

const errorTitles: Readonly<Record<string, string>> = {
  '40001': 'Not routable',
  '40003': 'Blocked as spam - permanent',
};

export function presentMessage(message: TelnyxMessage, status: string): object {
  const failed = message.errorCode !== null && status !== 'sent' && status !== 'queued';
  return {
    record_type: 'message',
    direction: 'outbound',
    id: message.id,
    type: message.mediaUrls.length > 0 ? 'MMS' : 'SMS',
    messaging_profile_id: message.profileId,
    from: { phone_number: message.from, carrier: 'TELNYX LLC', line_type: 'VoIP' },
    to: [{ phone_number: message.to, status, carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' }],
    cc: [],
    text: message.text,
    media: message.mediaUrls.map((url) => ({ url, content_type: null, sha256: null, size: null })),
    webhook_url: message.webhookUrl,
    webhook_failover_url: null,
    encoding: 'GSM-7',
    parts: message.parts,
    tags: [],
    cost: { amount: '0.0051', currency: 'USD' },
    received_at: message.createdAt.toISOString(),
    sent_at: null,
    completed_at: message.completedAt?.toISOString() ?? null,
    valid_until: null,
    errors: failed
      ? [{ code: message.errorCode, title: errorTitles[message.errorCode ?? ''] ?? 'Error' }]
      : [],
  };
}

const recordStatuses: Readonly<Record<string, string>> = {
  delivered: 'delivered',
  delivery_unconfirmed: 'dlr_unconfirmed',
  delivery_failed: 'failed',
  sending_failed: 'gw_reject',
};

export function presentRecord(message: TelnyxMessage): object {
  return {
    record_type: 'message_detail_record',
    uuid: message.id,
    direction: 'outbound',
    cli: message.from,
    cld: message.to,
    message_type: message.mediaUrls.length > 0 ? 'MMS' : 'SMS',
    status: recordStatuses[message.status] ?? 'failed',
    parts: message.parts,
    profile_id: message.profileId,
    delivery_status_webhook_url: message.webhookUrl ?? '',
    errors: message.errorCode === null ? [] : [message.errorCode],
    created_at: message.createdAt.toISOString(),
    completed_at: message.completedAt?.toISOString() ?? null,
  };
}

export function presentNumber(number: TelnyxNumber): object {
  return {
    record_type: 'phone_number',
    id: number.id,
    phone_number: number.phoneNumber,
    country_iso_alpha2: 'US',
    phone_number_type: 'local',
    status: number.status,
    messaging_profile_id: number.profileId,
    customer_reference: number.customerReference,
    connection_id: number.connectionId,
    tags: [],
  };
}

export function presentAvailable(phoneNumber: string): object {
  const areaCode = phoneNumber.slice(2, 5);
  const place = placeOf(areaCode);
  const regions = [
    ['country_code', 'US'],
    ['rate_center', place?.locality.toUpperCase()],
    ['state', place?.region],
  ].filter(([, name]) => name !== undefined);
  return {
    record_type: 'available_phone_number',
    phone_number: phoneNumber,
    best_effort: false,
    quickship: true,
    reservable: true,
    vanity_format: '',
    features: [{ name: 'sms' }, { name: 'mms' }, { name: 'voice' }],
    cost_information: { currency: 'USD', monthly_cost: '1.00', upfront_cost: '1.00' },
    region_information: regions.map(([region_type, region_name]) => ({ region_type, region_name })),
  };
}

export function presentProfile(profile: TelnyxProfile): object {
  return {
    record_type: 'messaging_profile',
    id: profile.id,
    name: profile.name,
    enabled: true,
    webhook_url: profile.webhookUrl,
    webhook_api_version: '2',
    whitelisted_destinations: ['US', 'CA'],
  };
}

export function presentApplication(application: TelnyxApplication): object {
  return {
    record_type: 'texml_application',
    id: application.id,
    friendly_name: application.name,
    active: true,
    voice_url: application.voiceUrl,
    voice_method: 'post',
    status_callback: application.statusCallback,
    status_callback_method: 'post',
    outbound: { channel_limit: null, outbound_voice_profile_id: application.voiceProfileId },
  };
}

export function presentVoiceProfile(profile: TelnyxVoiceProfile): object {
  return { record_type: 'outbound_voice_profile', id: profile.id, name: profile.name, enabled: true };
}

/** One page of a list, with the counts Telnyx puts beside it. */
export function pageOf(items: readonly object[], query: URLSearchParams): object {
  const size = Number(query.get('page[size]') ?? 20);
  const page = Number(query.get('page[number]') ?? 1);
  return {
    data: items.slice((page - 1) * size, page * size),
    meta: {
      page_number: page,
      page_size: size,
      total_pages: Math.ceil(items.length / size),
      total_results: items.length,
    },
  };
}
