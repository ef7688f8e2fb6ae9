import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ReplicaSettings } from './db/replicas.ts';
import type { Ats, Calendars } from './deps.ts';
import {
  readDatabaseUrl,
  readDnsServer,
  readLinkBaseUrl,
  readReplica,
  readStaff,
  readTrustedProxies,
} from './env/addresses.ts';
import { type BackupSettings, readBackups } from './env/backups.ts';
import { type BillingSettings, readBilling } from './env/billing.ts';
import { type CellSettings, readCells } from './env/cells.ts';
import { withFiles } from './env/from-files.ts';
import { type NatsSettings, readNats } from './env/nats.ts';
import { readTraces, type TraceSettings } from './env/traces.ts';
import { Variables } from './env/variables.ts';
import { ATS_PREFIXES, CALENDAR_PREFIXES, readClients } from './env/vendor-clients.ts';
import {
  type CaptchaSettings,
  type CarrierSettings,
  type DrafterSettings,
  type HelpChatSettings,
  type MailSettings,
  type MediaSettings,
  readCaptcha,
  readCarrier,
  readDrafter,
  readHelpChat,
  readMail,
  readMedia,
  readRegistration,
} from './env/vendors.ts';
import type { StaffSettings } from './http/staff.ts';
import { makeFolderSync } from './make-folder.ts';

export interface Env {
  /** Local mode binds to loopback and brings the simulated phone and the demo logins; production has neither. */
  local: boolean;
  port: number;
  host: string;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Null: start the embedded server. */
  databaseUrl: string | null;
  /** Standbys that reports, searches and exports may be read from. */
  replica: ReplicaSettings | null;
  /** What carries signals between nodes. Null: PostgreSQL does. */
  nats: NatsSettings | null;
  /** Where links in texts that count clicks lead, without a trailing slash. Null: there are none. */
  linkBaseUrl: string | null;
  /** The whole stacks that have accounts of their own, of which this is one. Null: there is only this one. */
  cells: CellSettings | null;
  dataDir: string;
  roles: { web: boolean; worker: boolean };
  secretKey: string;
  /** What it sealed and signed is still taken; nothing new is sealed or signed with it. Null: there's only one key. */
  secretKeyFallback: string | null;
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
  media: MediaSettings;
  billing: BillingSettings;
  /** Null: none are made. */
  backups: BackupSettings | null;
  /** Addresses and networks of the proxies in front of us, which report the client's address. */
  trustedProxies: string[];
  /** Of one session, or of one address without, to this process. */
  requestsPerMinute: number;
  /** Of local mode. */
  webhookRetrySeconds: number[] | null;
  captcha: CaptchaSettings;
  drafter: DrafterSettings;
  ats: Ats['settings'];
  calendars: Calendars['settings'];
  /** Address, and port where it is another than 53; null: the machine's. */
  dnsServer: string | null;
  staff: StaffSettings;
  helpChat: HelpChatSettings;
  /** Who to notify about a vulnerability; null: no one is named. */
  securityContact: string | null;
  /** Null: the help chat is our own. */
  helpChatSecret: string | null;
  /** Anyone who has it can read `/metrics`. Null: no one can in production. */
  metricsToken: string | null;
  /** Null: there are none. */
  traces: TraceSettings | null;
  /** Of a worker alone, for `/healthz`, `/readyz` and `/metrics`. Null: it has none. */
  healthPort: number | null;
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
  const variables = parseVariables(source);
  const local = variables.NODE_ENV !== 'production';
  const sentences: string[] = [];

  const carrier = readCarrier(variables, sentences);
  const registration = readRegistration(variables, carrier, sentences);
  const captcha = readCaptcha(variables, sentences);
  const drafter = readDrafter(variables, sentences);
  const ats = readClients(ATS_PREFIXES, variables, sentences);
  const calendars = readClients(CALENDAR_PREFIXES, variables, sentences);
  const trustedProxies = readTrustedProxies(variables.TRUST_PROXY, sentences);
  const staff = readStaff(variables, sentences);
  const linkBaseUrl = readLinkBaseUrl(variables.LINK_BASE_URL, { local }, sentences);
  const cells = readCells(variables, local, sentences);
  const databaseUrl = readDatabaseUrl(variables, local, sentences);
  const replica = readReplica(variables, local, sentences);
  const nats = readNats(variables.NATS_URL, local, sentences);
  const dnsServer = readDnsServer(variables.DNS_SERVER, sentences);
  const mail = readMail(variables, local, sentences);
  const media = readMedia(variables, sentences);
  const traces = readTraces(variables, sentences);
  const backups = readBackups(variables, checkout, sentences);
  const billing = readBilling(variables, local, sentences);
  const helpChat = readHelpChat(variables, { local, mail }, sentences);
  const roles = readRoles(variables.ROLES, sentences);
  requireVariables(variables, { local, carrier }, sentences);
  if (
    sentences.length > 0 ||
    carrier === null ||
    captcha === null ||
    drafter === null ||
    mail === null ||
    media === null ||
    billing === null ||
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
    databaseUrl,
    replica,
    nats,
    linkBaseUrl,
    cells,
    dataDir,
    roles,
    secretKey: variables.SECRET_KEY ?? localSecretKey(dataDir),
    secretKeyFallback: variables.SECRET_KEY_FALLBACK ?? null,
    demo: local && variables.DEMO !== '0',
    logLevel: variables.LOG_LEVEL ?? (local ? 'warn' : 'info'),
    quietHours: variables.QUIET_HOURS ?? null,
    segmentsPerSecond: variables.SEGMENTS_PER_SECOND ?? null,
    registration,
    carrier,
    mail,
    media,
    billing,
    backups,
    trustedProxies,
    requestsPerMinute: variables.REQUESTS_PER_MINUTE,
    webhookRetrySeconds: local ? variables.WEBHOOK_RETRY_SECONDS : null,
    captcha,
    drafter,
    ats,
    calendars,
    dnsServer,
    staff,
    helpChat,
    securityContact: variables.SECURITY_CONTACT ?? null,
    helpChatSecret: helpChat.type === 'intercom' ? (variables.HELP_CHAT_SECRET ?? null) : null,
    metricsToken: variables.METRICS_TOKEN ?? null,
    traces,
    healthPort: variables.HEALTH_PORT ?? null,
  };
}

function parseVariables(source: Record<string, string | undefined>): Variables {
  const sentences: string[] = [];
  const values = withFiles(source, sentences);
  // What can't be read isn't also missing.
  if (sentences.length > 0) throw new EnvError(sentences);
  const parsed = Variables.safeParse(values);
  if (parsed.success) return parsed.data;
  throw new EnvError(
    parsed.error.issues.map((issue) => `${issue.path.join('.')} isn't valid: ${issue.message}.`),
  );
}

/** What has to be set, and what would make the server unsafe. */
function requireVariables(
  variables: Variables,
  { local, carrier }: { local: boolean; carrier: CarrierSettings | null },
  sentences: string[],
): void {
  if (!local) {
    if (variables.DATABASE_URL === undefined)
      sentences.push('DATABASE_URL is missing. Set it to a PostgreSQL server, version 15 or newer.');
    if (variables.PUBLIC_URL === undefined)
      sentences.push(
        'PUBLIC_URL is missing. Set it to the https address where people and carriers reach Hiretext.',
      );
    else if (variables.PUBLIC_URL.startsWith('http:'))
      sentences.push(
        'PUBLIC_URL starts with http:, which anyone on the way can read. Set it to an https address.',
      );
    if (variables.SECRET_KEY === undefined)
      sentences.push('SECRET_KEY is missing. Set it to 32 or more random characters.');
    if (carrier?.vendor === 'simulator')
      sentences.push('TWILIO_ACCOUNT_SID or TELNYX_API_KEY is missing. Set one to choose your carrier.');
  }
  if (local && variables.HOST !== undefined && !LOOPBACK.includes(variables.HOST))
    sentences.push(
      "HOST makes local mode reachable from other machines, which isn't safe. Set NODE_ENV=production or leave HOST empty.",
    );
  for (const name of ['SECRET_KEY', 'SECRET_KEY_FALLBACK', 'METRICS_TOKEN', 'BACKUP_KEY'] as const)
    if ((variables[name]?.length ?? 32) < 32)
      sentences.push(`${name} is too short. Set it to 32 or more random characters.`);
  if (variables.SECRET_KEY !== undefined && variables.SECRET_KEY_FALLBACK === variables.SECRET_KEY)
    sentences.push(
      'SECRET_KEY_FALLBACK is the same as SECRET_KEY. Set it to the other key, or leave it empty.',
    );
}

function readRoles(value: string | undefined, sentences: string[]): Env['roles'] | null {
  const names = (value ?? 'web,worker').split(',').map((name) => name.trim());
  if (names.some((name) => name !== 'web' && name !== 'worker')) {
    sentences.push("ROLES isn't valid. Use web, worker or web,worker.");
    return null;
  }
  return { web: names.includes('web'), worker: names.includes('worker') };
}

/** Local mode keeps its own key beside its data, so that sessions survive a restart. */
function localSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  // Others may pass through, not look around: started by root, PostgreSQL runs as someone else and keeps its data in here.
  makeFolderSync(dataDir, 0o711);
  const key = randomBytes(32).toString('base64url');
  writeFileSync(file, key, { mode: 0o600 });
  return key;
}
