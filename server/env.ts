import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { HELP_CHAT_REGIONS, type HelpChat } from '../contract/support.ts';
import type { StaffSettings } from './http/staff.ts';

/** An empty variable counts as absent, as it does in every shell script and .env file. */
function setting<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema);
}
const text = setting(z.string().optional());

/** "Hiretext <no-reply@example.com>", or the address alone. */
const SENDER = /^(?:[^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u;

const Variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: setting(z.coerce.number().int().min(0).max(65_535).default(3000)),
  HOST: text,
  PUBLIC_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  DATABASE_URL: text,
  DATA_DIR: text,
  ROLES: text,
  SECRET_KEY: text,
  DEMO: setting(z.enum(['0', '1']).optional()),
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional()),
  CARRIER_REGISTRATION: setting(z.enum(['required', 'off']).optional()),
  QUIET_HOURS: setting(z.enum(['required', 'off']).optional()),
  SEGMENTS_PER_SECOND: setting(z.coerce.number().positive().max(1000).optional()),
  TRUST_PROXY: text,
  DNS_SERVER: text,
  SUPPORT_EMAIL: setting(z.email('Write an address like support@example.com').optional()),
  HELP_CHAT: setting(z.enum(['form', 'intercom']).default('form')),
  HELP_CHAT_APP_ID: text,
  HELP_CHAT_SECRET: text,
  HELP_CHAT_REGION: setting(z.enum(HELP_CHAT_REGIONS).default('us')),
  STAFF_EMAIL_DOMAINS: text,
  STAFF_EMAILS: text,
  CAPTCHA: setting(z.enum(['altcha', 'turnstile', 'off']).default('altcha')),
  TURNSTILE_SITE_KEY: text,
  TURNSTILE_SECRET_KEY: text,
  TURNSTILE_API_BASE_URL: text,
  SMTP_URL: setting(z.url({ protocol: /^smtps?$/ }).optional()),
  MAIL_FROM: setting(z.string().regex(SENDER, 'Write Name <address>, or the address alone').optional()),
  TWILIO_ACCOUNT_SID: text,
  TWILIO_AUTH_TOKEN: text,
  TWILIO_PRIMARY_PROFILE_SID: text,
  TWILIO_API_BASE_URL: text,
  TELNYX_API_KEY: text,
  TELNYX_PUBLIC_KEY: text,
  TELNYX_API_BASE_URL: text,
});

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

export type HelpChatSettings =
  | (Extract<HelpChat, { type: 'form' }> & { supportEmail: string })
  | Extract<HelpChat, { type: 'intercom' }>;

export interface Env {
  /** Local mode binds to loopback and brings the simulated phone and the demo logins; production has neither. */
  local: boolean;
  port: number;
  host: string;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Null: start the embedded server. */
  databaseUrl: string | null;
  dataDir: string;
  roles: { web: boolean; worker: boolean };
  secretKey: string;
  demo: boolean;
  logLevel: string;
  /** Null: enforced whenever texts can reach real people. */
  quietHours: 'required' | 'off' | null;
  /** What one number may hand to a real carrier; null: the carrier's default. */
  segmentsPerSecond: number | null;
  /** Whether texts wait until their company is registered with the carriers: by default where they can reach people. */
  registration: 'required' | 'off';
  carrier: CarrierSettings;
  mail: MailSettings;
  /** Addresses and networks of the proxies in front of us, who tell the address of who asks. */
  trustedProxies: string[];
  captcha: CaptchaSettings;
  /** Address, and port where it is another than 53; null: the machine's. */
  dnsServer: string | null;
  staff: StaffSettings;
  helpChat: HelpChatSettings;
  /** Null: the help chat is our own. */
  helpChatSecret: string | null;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/** Every sentence names one variable and says what to do. */
export class EnvError extends Error {
  readonly sentences: string[];
  constructor(sentences: string[]) {
    super(sentences.join('\n'));
    this.name = 'EnvError';
    this.sentences = sentences;
  }
}

export function readEnv(source: Record<string, string | undefined>, checkout: string): Env {
  const parsed = Variables.safeParse(source);
  if (!parsed.success)
    throw new EnvError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} can't be read: ${issue.message}.`),
    );
  const variables = parsed.data;
  const local = variables.NODE_ENV !== 'production';
  const sentences: string[] = [];

  const carrier = readCarrier(variables, sentences);
  const registration = readRegistration(variables, carrier, sentences);
  const captcha = readCaptcha(variables, sentences);
  const trustedProxies = readTrustedProxies(variables.TRUST_PROXY, sentences);
  const staff = readStaff(variables, sentences);
  const dnsServer = readDnsServer(variables.DNS_SERVER, sentences);
  const mail = readMail(variables, local, sentences);
  const helpChat = readHelpChat(variables, { local, mail }, sentences);
  const roles = readRoles(variables.ROLES, sentences);
  if (!local) {
    if (variables.DATABASE_URL === undefined)
      sentences.push('DATABASE_URL is missing: set it to a PostgreSQL 15 or newer.');
    if (variables.PUBLIC_URL === undefined)
      sentences.push(
        'PUBLIC_URL is missing: set it to the https address that people and carriers reach Hiretext at.',
      );
    if (variables.SECRET_KEY === undefined)
      sentences.push('SECRET_KEY is missing: set it to 32 or more random characters.');
    if (carrier?.vendor === 'simulator')
      sentences.push('TWILIO_ACCOUNT_SID or TELNYX_API_KEY is missing: set one to choose the carrier.');
  }
  if (local && variables.HOST !== undefined && !LOOPBACK.includes(variables.HOST))
    sentences.push(
      'HOST leads out of this machine: local mode has open doors, so set NODE_ENV=production or leave HOST empty.',
    );
  if (variables.SECRET_KEY !== undefined && variables.SECRET_KEY.length < 32)
    sentences.push('SECRET_KEY is too short: set it to 32 or more random characters.');
  if (
    sentences.length > 0 ||
    carrier === null ||
    captcha === null ||
    mail === null ||
    helpChat === null ||
    roles === null
  )
    throw new EnvError(sentences);

  const dataDir = resolve(checkout, variables.DATA_DIR ?? '.data');
  return {
    local,
    port: variables.PORT,
    host: variables.HOST ?? (local ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: (variables.PUBLIC_URL ?? `http://127.0.0.1:${variables.PORT}`).replace(/\/+$/, ''),
    databaseUrl: variables.DATABASE_URL ?? null,
    dataDir,
    roles,
    secretKey: variables.SECRET_KEY ?? localSecretKey(dataDir),
    demo: local && variables.DEMO !== '0',
    logLevel: variables.LOG_LEVEL ?? (local ? 'warn' : 'info'),
    quietHours: variables.QUIET_HOURS ?? null,
    segmentsPerSecond: variables.SEGMENTS_PER_SECOND ?? null,
    registration,
    carrier,
    mail,
    trustedProxies,
    captcha,
    dnsServer,
    staff,
    helpChat,
    helpChatSecret: helpChat.type === 'intercom' ? (variables.HELP_CHAT_SECRET ?? null) : null,
  };
}

function readCarrier(variables: z.infer<typeof Variables>, sentences: string[]): CarrierSettings | null {
  const twilio = variables.TWILIO_ACCOUNT_SID !== undefined;
  const telnyx = variables.TELNYX_API_KEY !== undefined;
  if (twilio && telnyx) {
    sentences.push(
      'TWILIO_ACCOUNT_SID and TELNYX_API_KEY are both set: keep the one of the carrier you use.',
    );
    return null;
  }
  if (variables.TWILIO_ACCOUNT_SID !== undefined) {
    if (variables.TWILIO_AUTH_TOKEN === undefined) {
      sentences.push('TWILIO_AUTH_TOKEN is missing: it belongs to TWILIO_ACCOUNT_SID.');
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
      sentences.push('TELNYX_PUBLIC_KEY is missing: it belongs to TELNYX_API_KEY.');
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

function readRegistration(
  variables: z.infer<typeof Variables>,
  carrier: CarrierSettings | null,
  sentences: string[],
): Env['registration'] {
  const reachesPeople =
    carrier !== null && carrier.vendor !== 'simulator' && carrier.apiBaseUrl === undefined;
  const registration = variables.CARRIER_REGISTRATION ?? (reachesPeople ? 'required' : 'off');
  if (registration === 'required' && carrier?.vendor === 'twilio' && carrier.primaryProfileSid === undefined)
    sentences.push(
      'TWILIO_PRIMARY_PROFILE_SID is missing: set it to your approved profile in Trust Hub (BU…), which vouches for your customers, or set CARRIER_REGISTRATION=off.',
    );
  return registration;
}

function readCaptcha(variables: z.infer<typeof Variables>, sentences: string[]): CaptchaSettings | null {
  if (variables.CAPTCHA !== 'turnstile') return { vendor: variables.CAPTCHA };
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = variables;
  if (siteKey === undefined) sentences.push('TURNSTILE_SITE_KEY is missing: CAPTCHA=turnstile needs it.');
  if (secretKey === undefined) sentences.push('TURNSTILE_SECRET_KEY is missing: CAPTCHA=turnstile needs it.');
  if (siteKey === undefined || secretKey === undefined) return null;
  return { vendor: 'turnstile', siteKey, secretKey, apiBaseUrl: variables.TURNSTILE_API_BASE_URL };
}

/** Names that Fastify knows for the networks of one machine and of one site. */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/** What stands between the commas. */
function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}

const DOMAIN = /^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/i;

function readStaff(variables: z.infer<typeof Variables>, sentences: string[]): StaffSettings {
  // Addresses are written in ASCII, whatever the domain looks like on paper.
  const domains = listOf(variables.STAFF_EMAIL_DOMAINS).map((domain) => domainToASCII(domain));
  const emails = listOf(variables.STAFF_EMAILS);
  if (!domains.every((domain) => DOMAIN.test(domain)))
    sentences.push(
      'STAFF_EMAIL_DOMAINS names something else than domains: use names like example.com, with commas between.',
    );
  if (!emails.every((email) => z.email().safeParse(email).success))
    sentences.push(
      'STAFF_EMAILS names something else than e-mail addresses: use addresses like ana@example.com, with commas between.',
    );
  return { domains, emails };
}

function readTrustedProxies(value: string | undefined, sentences: string[]): string[] {
  const places = listOf(value);
  if (!places.every(isPlace))
    sentences.push(
      'TRUST_PROXY names something else than addresses: use addresses or networks like 10.0.0.0/8, with commas between.',
    );
  return places;
}

function isPlace(place: string): boolean {
  const [address = '', bits, ...more] = place.split('/');
  if (bits === undefined) return NETWORK_NAMES.includes(place) || isIP(address) !== 0;
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  // A network of everybody would let anyone choose the address that is counted.
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most;
}

function readDnsServer(value: string | undefined, sentences: string[]): string | null {
  if (value === undefined) return null;
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(value) ?? [];
  const address = bracketed ?? plain ?? value;
  if (isIP(address) === 0 || Number(port ?? 53) > 65_535)
    sentences.push('DNS_SERVER is no address: use one like 10.0.0.2 or 10.0.0.2:5353.');
  return value;
}

function readMail(
  variables: z.infer<typeof Variables>,
  local: boolean,
  sentences: string[],
): MailSettings | null {
  const { SMTP_URL: url, MAIL_FROM: from } = variables;
  if (local && url === undefined) return { vendor: 'outbox' };
  if (url === undefined)
    sentences.push(
      'SMTP_URL is missing: set it to the mail server, e.g. smtps://user:password@smtp.example.com.',
    );
  if (from === undefined)
    sentences.push(
      'MAIL_FROM is missing: set it to the sender of mails, e.g. Hiretext <no-reply@example.com>.',
    );
  if (url === undefined || from === undefined) return null;
  return { vendor: 'smtp', url, from };
}

/** Where the messages of local mode are addressed to; they end in the outbox. */
const LOCAL_SUPPORT = 'support@hiretext.example';

function readHelpChat(
  variables: z.infer<typeof Variables>,
  { local, mail }: { local: boolean; mail: MailSettings | null },
  sentences: string[],
): HelpChatSettings | null {
  if (variables.HELP_CHAT === 'form') {
    if (variables.SUPPORT_EMAIL !== undefined) return { type: 'form', supportEmail: variables.SUPPORT_EMAIL };
    if (local && mail?.vendor !== 'smtp') return { type: 'form', supportEmail: LOCAL_SUPPORT };
    sentences.push('SUPPORT_EMAIL is missing: set it to the address at which people are helped.');
    return null;
  }
  const { HELP_CHAT_APP_ID: appId, HELP_CHAT_SECRET: secret, HELP_CHAT_REGION: region } = variables;
  if (appId === undefined) sentences.push('HELP_CHAT_APP_ID is missing: HELP_CHAT=intercom needs it.');
  if (secret === undefined) sentences.push('HELP_CHAT_SECRET is missing: HELP_CHAT=intercom needs it.');
  if (appId === undefined || secret === undefined) return null;
  return { type: 'intercom', appId, region };
}

function readRoles(value: string | undefined, sentences: string[]): Env['roles'] | null {
  const names = (value ?? 'web,worker').split(',').map((name) => name.trim());
  if (names.some((name) => name !== 'web' && name !== 'worker')) {
    sentences.push('ROLES names something unknown: use web, worker or web,worker.');
    return null;
  }
  return { web: names.includes('web'), worker: names.includes('worker') };
}

/** Local mode keeps its own key beside its data, so that sessions survive a restart. */
function localSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  // Others may pass through, not look around: started by root, PostgreSQL runs as someone else and keeps its data in here.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const key = randomBytes(32).toString('base64url');
  writeFileSync(file, key, { mode: 0o600 });
  return key;
}
