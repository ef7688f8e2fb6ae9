import type { HelpChat } from '../../contract/support.ts';
import type { Variables } from './variables.ts';

/* Which vendor each port is given, and what it needs. */

export type CarrierSettings =
  | { vendor: 'simulator' }
  | {
      vendor: 'twilio';
      accountSid: string;
      authToken: string;
      primaryProfileSid: string | undefined;
      apiBaseUrl: string | undefined;
    }
  | { vendor: 'telnyx'; apiKey: string; publicKey: string; apiBaseUrl: string | undefined };

export type CaptchaSettings =
  | { vendor: 'altcha' }
  | { vendor: 'turnstile'; siteKey: string; secretKey: string; apiBaseUrl: string | undefined }
  | { vendor: 'off' };

export type MailSettings = { vendor: 'outbox' } | { vendor: 'smtp'; url: string; from: string };

export type MediaSettings =
  | { vendor: 'disk' }
  | {
      vendor: 's3';
      endpoint: string;
      bucket: string;
      region: string;
      accessKeyId: string;
      secretAccessKey: string;
    };

export interface ModelSettings {
  api: 'openai' | 'anthropic';
  /** Without a trailing slash; of the operator's choice, so it may be in the private network. */
  baseUrl: string;
  /** None for a server that asks for none. */
  apiKey: string | undefined;
  model: string;
}

/** By rules on this server alone, or also by a language model. */
export type DrafterSettings = { vendor: 'builtIn' } | ({ vendor: 'model' } & ModelSettings);

export type HelpChatSettings =
  | (Extract<HelpChat, { type: 'form' }> & { supportEmail: string })
  | Extract<HelpChat, { type: 'intercom' }>;

export function readCarrier(variables: Variables, sentences: string[]): CarrierSettings | null {
  const twilio = variables.TWILIO_ACCOUNT_SID !== undefined;
  const telnyx = variables.TELNYX_API_KEY !== undefined;
  if (twilio && telnyx) {
    sentences.push('TWILIO_ACCOUNT_SID and TELNYX_API_KEY are both set. Keep only the one for your carrier.');
    return null;
  }
  if (variables.TWILIO_ACCOUNT_SID !== undefined) {
    if (variables.TWILIO_AUTH_TOKEN === undefined) {
      sentences.push('TWILIO_AUTH_TOKEN is missing. It goes with TWILIO_ACCOUNT_SID.');
      return null;
    }
    return {
      vendor: 'twilio',
      accountSid: variables.TWILIO_ACCOUNT_SID,
      authToken: variables.TWILIO_AUTH_TOKEN,
      primaryProfileSid: variables.TWILIO_PRIMARY_PROFILE_SID,
      apiBaseUrl: variables.TWILIO_API_BASE_URL,
    };
  }
  if (variables.TELNYX_API_KEY !== undefined) {
    if (variables.TELNYX_PUBLIC_KEY === undefined) {
      sentences.push('TELNYX_PUBLIC_KEY is missing. It goes with TELNYX_API_KEY.');
      return null;
    }
    return {
      vendor: 'telnyx',
      apiKey: variables.TELNYX_API_KEY,
      publicKey: variables.TELNYX_PUBLIC_KEY,
      apiBaseUrl: variables.TELNYX_API_BASE_URL,
    };
  }
  return { vendor: 'simulator' };
}

export function readRegistration(
  variables: Variables,
  carrier: CarrierSettings | null,
  sentences: string[],
): 'required' | 'off' {
  const reachesPeople =
    carrier !== null && carrier.vendor !== 'simulator' && carrier.apiBaseUrl === undefined;
  const registration = variables.CARRIER_REGISTRATION ?? (reachesPeople ? 'required' : 'off');
  if (registration === 'required' && carrier?.vendor === 'twilio' && carrier.primaryProfileSid === undefined)
    sentences.push(
      'TWILIO_PRIMARY_PROFILE_SID is missing. Set it to your approved profile in Trust Hub (BU…), which vouches for your customers, or set CARRIER_REGISTRATION=off.',
    );
  return registration;
}

export function readCaptcha(variables: Variables, sentences: string[]): CaptchaSettings | null {
  if (variables.CAPTCHA !== 'turnstile') return { vendor: variables.CAPTCHA };
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = variables;
  if (siteKey === undefined) sentences.push('TURNSTILE_SITE_KEY is missing. CAPTCHA=turnstile needs it.');
  if (secretKey === undefined) sentences.push('TURNSTILE_SECRET_KEY is missing. CAPTCHA=turnstile needs it.');
  if (siteKey === undefined || secretKey === undefined) return null;
  return { vendor: 'turnstile', siteKey, secretKey, apiBaseUrl: variables.TURNSTILE_API_BASE_URL };
}

export function readMail(variables: Variables, local: boolean, sentences: string[]): MailSettings | null {
  const { SMTP_URL: url, MAIL_FROM: from } = variables;
  if (local && url === undefined) return { vendor: 'outbox' };
  if (url === undefined)
    sentences.push(
      'SMTP_URL is missing. Set it to your mail server, e.g. smtps://user:password@smtp.example.com.',
    );
  if (from === undefined)
    sentences.push(
      'MAIL_FROM is missing. Set it to who emails come from, e.g. Hiretext <no-reply@example.com>.',
    );
  if (url === undefined || from === undefined) return null;
  return { vendor: 'smtp', url, from };
}

export function readMedia(variables: Variables, sentences: string[]): MediaSettings | null {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = variables;
  if (
    endpoint !== undefined &&
    bucket !== undefined &&
    region !== undefined &&
    accessKeyId !== undefined &&
    secretAccessKey !== undefined
  )
    return { vendor: 's3', endpoint, bucket, region, accessKeyId, secretAccessKey };
  const names = [
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_REGION',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ] as const;
  const missing = names.filter((name) => variables[name] === undefined);
  if (missing.length === names.length) return { vendor: 'disk' };
  sentences.push(
    `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Set all five S3 variables, or none to keep media on the disk.`,
  );
  return null;
}

export function readDrafter(variables: Variables, sentences: string[]): DrafterSettings | null {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model, LLM_API: api } = variables;
  if (baseUrl === undefined) {
    const [name] = (['LLM_MODEL', 'LLM_API_KEY'] as const).filter((each) => variables[each] !== undefined);
    if (name === undefined) return { vendor: 'builtIn' };
    sentences.push(`LLM_BASE_URL is missing. It goes with ${name}.`);
    return null;
  }
  if (model === undefined) sentences.push('LLM_MODEL is missing. It goes with LLM_BASE_URL.');
  const needsKey = api === 'anthropic' && apiKey === undefined;
  if (needsKey) sentences.push('LLM_API_KEY is missing. LLM_API=anthropic needs it.');
  if (model === undefined || needsKey) return null;
  return { vendor: 'model', api, baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, model };
}

/** Where the messages of local mode are addressed to; they end in the outbox. */
const LOCAL_SUPPORT = 'support@hiretext.example';

export function readHelpChat(
  variables: Variables,
  { local, mail }: { local: boolean; mail: MailSettings | null },
  sentences: string[],
): HelpChatSettings | null {
  if (variables.HELP_CHAT === 'form') {
    if (variables.SUPPORT_EMAIL !== undefined) return { type: 'form', supportEmail: variables.SUPPORT_EMAIL };
    if (local && mail?.vendor !== 'smtp') return { type: 'form', supportEmail: LOCAL_SUPPORT };
    sentences.push('SUPPORT_EMAIL is missing. Set it to the address that answers support requests.');
    return null;
  }
  const { HELP_CHAT_APP_ID: appId, HELP_CHAT_SECRET: secret, HELP_CHAT_REGION: region } = variables;
  if (appId === undefined) sentences.push('HELP_CHAT_APP_ID is missing. HELP_CHAT=intercom needs it.');
  if (secret === undefined) sentences.push('HELP_CHAT_SECRET is missing. HELP_CHAT=intercom needs it.');
  if (appId === undefined || secret === undefined) return null;
  return { type: 'intercom', appId, region };
}
