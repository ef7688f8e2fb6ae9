import { z } from 'zod';
import { HELP_CHAT_REGIONS } from '../../contract/support.ts';
import { ATS_PREFIXES, CALENDAR_PREFIXES, clientVariables } from './vendor-clients.ts';

/** An empty variable counts as absent, as it does in every shell script and .env file. */
function setting<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema);
}
const text = setting(z.string().optional());

/** "Hiretext <no-reply@example.com>", or the address alone. */
const SENDER = /^(?:[^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u;

export const Variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: setting(z.coerce.number().int().min(0).max(65_535).default(3000)),
  HOST: text,
  PUBLIC_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  LINK_BASE_URL: text,
  CELLS: text,
  CELL: text,
  DATABASE_URL: text,
  DATABASE_REPLICA_URL: text,
  DATABASE_REPLICA_WAIT_MS: setting(z.coerce.number().int().min(0).max(10_000).default(200)),
  DATABASE_UNENCRYPTED: setting(z.enum(['allowed']).optional()),
  NATS_URL: text,
  DATA_DIR: text,
  ROLES: text,
  SECRET_KEY: text,
  SECRET_KEY_FALLBACK: text,
  DEMO: setting(z.enum(['0', '1']).optional()),
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional()),
  CARRIER_REGISTRATION: setting(z.enum(['required', 'off']).optional()),
  QUIET_HOURS: setting(z.enum(['required', 'off']).optional()),
  SEGMENTS_PER_SECOND: setting(z.coerce.number().positive().max(1000).optional()),
  TRUST_PROXY: text,
  REQUESTS_PER_MINUTE: setting(z.coerce.number().int().positive().default(600)),
  WEBHOOK_RETRY_SECONDS: setting(
    z
      .string()
      .regex(/^\d{1,6}(,\d{1,6})*$/, 'Use seconds, separated by commas')
      .transform((list) => list.split(',').map(Number))
      .nullable()
      .default(null),
  ),
  METRICS_TOKEN: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z.url({ protocol: /^https?$/, error: 'Use an address like http://127.0.0.1:4318' }).optional(),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: text,
  OTEL_TRACES_SAMPLER_ARG: setting(z.coerce.number().min(0).max(1).default(0.1)),
  HEALTH_PORT: setting(z.coerce.number().int().min(0).max(65_535).optional()),
  DNS_SERVER: text,
  SUPPORT_EMAIL: setting(z.email('Use an address like support@example.com').optional()),
  SECURITY_CONTACT: setting(z.email('Use an address like security@example.com').optional()),
  HELP_CHAT: setting(z.enum(['form', 'intercom']).default('form')),
  HELP_CHAT_APP_ID: text,
  HELP_CHAT_SECRET: text,
  HELP_CHAT_REGION: setting(z.enum(HELP_CHAT_REGIONS).default('us')),
  STAFF_EMAIL_DOMAINS: text,
  STAFF_EMAILS: text,
  LLM_BASE_URL: setting(
    z.url({ protocol: /^https?$/, error: 'Use an address like http://127.0.0.1:11434/v1' }).optional(),
  ),
  LLM_API_KEY: text,
  LLM_MODEL: text,
  LLM_API: setting(z.enum(['openai', 'anthropic']).default('openai')),
  CAPTCHA: setting(z.enum(['altcha', 'turnstile', 'off']).default('altcha')),
  TURNSTILE_SITE_KEY: text,
  TURNSTILE_SECRET_KEY: text,
  TURNSTILE_API_BASE_URL: text,
  BILLING: setting(z.enum(['on', 'off']).optional()),
  PRICES: text,
  TEXT_PACKAGES: text,
  CURRENCY: setting(z.string().default('USD')),
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_BASE_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  SMTP_URL: setting(z.url({ protocol: /^smtps?$/ }).optional()),
  MAIL_FROM: setting(z.string().regex(SENDER, 'Use Name <address>, or just the address').optional()),
  TWILIO_ACCOUNT_SID: text,
  TWILIO_AUTH_TOKEN: text,
  TWILIO_PRIMARY_PROFILE_SID: text,
  TWILIO_API_BASE_URL: text,
  TELNYX_API_KEY: text,
  TELNYX_PUBLIC_KEY: text,
  TELNYX_API_BASE_URL: text,
  BACKUP_TO: text,
  BACKUP_KEY: text,
  BACKUP_EVERY_HOURS: setting(
    z.coerce
      .number()
      .positive()
      .max(24 * 31)
      .default(24),
  ),
  BACKUP_KEEP: setting(z.coerce.number().int().min(1).max(1000).default(14)),
  BACKUP_S3_ENDPOINT: setting(
    z
      .url({ protocol: /^https?$/, error: 'Use an address like https://s3.us-east-1.amazonaws.com' })
      .optional(),
  ),
  BACKUP_S3_REGION: text,
  BACKUP_S3_ACCESS_KEY_ID: text,
  BACKUP_S3_SECRET_ACCESS_KEY: text,
  S3_ENDPOINT: setting(
    z
      .url({ protocol: /^https?$/, error: 'Use an address like https://s3.us-east-1.amazonaws.com' })
      .optional(),
  ),
  S3_BUCKET: text,
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  ...clientVariables(ATS_PREFIXES),
  ...clientVariables(CALENDAR_PREFIXES),
});
export type Variables = z.infer<typeof Variables>;
