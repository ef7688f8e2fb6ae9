import { SegmentedMessage } from 'sms-segments-calculator';

/** What Twilio refuses. Stricter than Twilio in one thing: it ignores parameters that it does not know. */

export interface Refusal {
  status: number;
  code: number;
  message: string;
}

export interface TwilioWorld {
  owns(phoneNumber: string): boolean;
  isLandline(phoneNumber: string): boolean;
  /** Has `person` texted STOP to `number`? */
  isBlocked(number: string, person: string): boolean;
}

export const knownParameters = {
  send: new Set(
    (
      'To StatusCallback ApplicationSid MaxPrice ProvideFeedback Attempt ValidityPeriod ForceDelivery ContentRetention ' +
      'AddressRetention SmartEncoded PersistentAction TrafficType ShortenUrls ScheduleType SendAt SendAsMms ' +
      'ContentVariables RiskCheck From FallbackFrom MessagingServiceSid Body MediaUrl ContentSid'
    ).split(' '),
  ),
  listMessages: new Set([
    'To',
    'From',
    'DateSent',
    'DateSent<',
    'DateSent>',
    'PageSize',
    'Page',
    'PageToken',
  ]),
  buy: new Set(
    (
      'ApiVersion FriendlyName SmsApplicationSid SmsFallbackMethod SmsFallbackUrl SmsMethod SmsUrl StatusCallback ' +
      'StatusCallbackMethod VoiceApplicationSid VoiceCallerIdLookup VoiceFallbackMethod VoiceFallbackUrl VoiceMethod ' +
      'VoiceUrl EmergencyStatus EmergencyAddressSid TrunkSid IdentitySid AddressSid VoiceReceiveMode BundleSid ' +
      'PhoneNumber AreaCode'
    ).split(' '),
  ),
  configure: new Set(
    'FriendlyName SmsUrl SmsMethod StatusCallback StatusCallbackMethod VoiceUrl VoiceMethod'.split(' '),
  ),
  listOwned: new Set(['Beta', 'FriendlyName', 'PhoneNumber', 'Origin', 'PageSize', 'Page', 'PageToken']),
  search: new Set(
    (
      'AreaCode Contains SmsEnabled MmsEnabled VoiceEnabled ExcludeAllAddressRequired ExcludeLocalAddressRequired ' +
      'ExcludeForeignAddressRequired Beta NearNumber NearLatLong Distance InPostalCode InRegion InRateCenter InLata ' +
      'InLocality FaxEnabled PageSize Page PageToken'
    ).split(' '),
  ),
} as const;

/** Parameters that may be repeated; any other given twice is of the wrong type. */
const lists = new Set(['MediaUrl', 'PersistentAction']);

export function refuse(code: number, message: string, status = 400): Refusal {
  return { status, code, message };
}

export function refuseParameters(given: URLSearchParams, known: ReadonlySet<string>): Refusal | null {
  for (const name of new Set(given.keys())) {
    if (!known.has(name)) return refuse(20001, `Unknown parameter ${name}`);
    if (!lists.has(name) && given.getAll(name).length > 1)
      return refuse(20001, `Parameter ${name} was given twice`);
  }
  const pageSize = given.get('PageSize');
  if (pageSize !== null && !(/^\d+$/.test(pageSize) && Number(pageSize) >= 1 && Number(pageSize) <= 1000)) {
    return refuse(20001, 'PageSize must be from 1 to 1000');
  }
  for (const name of [
    'SmsEnabled',
    'MmsEnabled',
    'VoiceEnabled',
    'SmartEncoded',
    'ProvideFeedback',
    'SendAsMms',
  ]) {
    const value = given.get(name);
    if (value !== null && value !== 'true' && value !== 'false')
      return refuse(20001, `${name} must be true or false`);
  }
  for (const name of [
    'SmsMethod',
    'StatusCallbackMethod',
    'VoiceMethod',
    'SmsFallbackMethod',
    'VoiceFallbackMethod',
  ]) {
    const value = given.get(name);
    if (value !== null && value !== 'GET' && value !== 'POST')
      return refuse(20001, `${name} must be GET or POST`);
  }
  return null;
}

/** Numbers that Twilio's test credentials answer with a fixed error (twilio.com/docs/iam/test-credentials). */
const magicRecipients: Readonly<Record<string, number>> = {
  '+15005550001': 21211,
  '+15005550002': 21612,
  '+15005550003': 21408,
  '+15005550004': 21610,
  '+15005550009': 21614,
};
const magicSenders: Readonly<Record<string, number>> = {
  '+15005550001': 21212,
  '+15005550007': 21606,
  '+15005550008': 21611,
};
const magicPurchases: Readonly<Record<string, number>> = { '+15005550000': 21422, '+15005550001': 21421 };
export const magicValidNumber = '+15005550006';

export function isPhoneNumber(value: string): boolean {
  return value.startsWith('+1') ? /^\+1[2-9]\d{2}[2-9]\d{6}$/.test(value) : /^\+[2-9]\d{6,14}$/.test(value);
}

function isWebAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}

export function refuseMessage(form: URLSearchParams, world: TwilioWorld): Refusal | null {
  const to = form.get('To') ?? '';
  const from = form.get('From') ?? '';
  const body = form.get('Body') ?? '';
  const media = form.getAll('MediaUrl');
  const callback = form.get('StatusCallback');
  const magic = magicRecipients[to] ?? magicSenders[from];
  if (to === '') return refuse(21604, "A 'To' phone number is required.");
  if (from === '') return refuse(21603, "A 'From' phone number is required.");
  if (body === '' && media.length === 0) return refuse(21602, 'Message body is required.');
  if (body.length > 1600)
    return refuse(21617, 'The concatenated message body exceeds the 1600 character limit.');
  if (media.length > 10) return refuse(21623, 'Number of media files exceeds allowed limit.');
  if (!media.every(isWebAddress)) return refuse(21620, 'Invalid media URL(s).');
  if (callback !== null && (!isWebAddress(callback) || new URL(callback).hostname.includes('_'))) {
    return refuse(21609, "The 'StatusCallback' URL is not a valid URL.");
  }
  if (magic !== undefined) return refuse(magic, `Refused by the magic number ${magic}.`);
  if (!isPhoneNumber(to)) return refuse(21211, "The 'To' number is not a valid phone number.");
  if (!isPhoneNumber(from)) return refuse(21212, "The 'From' number is not a valid phone number.");
  if (from !== magicValidNumber && !world.owns(from)) {
    return refuse(21606, "The 'From' phone number is not a valid, message-capable number of the account.");
  }
  if (to === from) return refuse(21266, "'To' and 'From' number cannot be the same.");
  if (!to.startsWith('+1')) return refuse(21408, 'Permission to send to this region has not been enabled.');
  if (world.isLandline(to)) return refuse(21614, "'To' number is not a valid mobile number.");
  if (world.isBlocked(from, to)) return refuse(21610, 'Attempt to send to unsubscribed recipient.');
  return null;
}

export function refusePurchase(
  form: URLSearchParams,
  isForSale: (phoneNumber: string) => boolean,
): Refusal | null {
  const phoneNumber = form.get('PhoneNumber') ?? '';
  const magic = magicPurchases[phoneNumber];
  if (magic !== undefined) return refuse(magic, `Refused by the magic number ${magic}.`);
  if (!isPhoneNumber(phoneNumber)) return refuse(21421, 'PhoneNumber is invalid.');
  const refusal = refuseAddresses(form);
  if (refusal !== null) return refusal;
  if ((form.get('FriendlyName') ?? '').length > 64)
    return refuse(21404, 'FriendlyName is longer than 64 characters.');
  if (!isForSale(phoneNumber)) return refuse(21422, 'PhoneNumber is not available.');
  return null;
}

export function refuseAddresses(form: URLSearchParams): Refusal | null {
  for (const name of ['SmsUrl', 'StatusCallback', 'VoiceUrl', 'SmsFallbackUrl']) {
    const value = form.get(name);
    if (value !== null && value !== '' && !isWebAddress(value))
      return refuse(21502, `${name} is not a valid URL.`);
  }
  return null;
}

export function countSegments(body: string): number {
  return new SegmentedMessage(body).segmentsCount;
}
