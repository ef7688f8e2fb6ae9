import type pg from 'pg';
import type { Logger } from 'pino';
import type { AtsType } from '../contract/ats.ts';
import type { CalendarProvider } from '../contract/calendar-connections.ts';
import type { AtsApi } from './adapters/ats/api.ts';
import type { AtsApiDeps } from './adapters/ats/create-api.ts';
import type { AtsAccess, AtsConnector } from './adapters/ats/port.ts';
import type { CalendarApi, CalendarBudget } from './adapters/calendars/api.ts';
import type { CalendarApiDeps } from './adapters/calendars/create-api.ts';
import type { CalendarAccess, CalendarConnector } from './adapters/calendars/port.ts';
import type { Captcha } from './adapters/captcha/port.ts';
import type { Carrier, SandboxCarrier } from './adapters/carrier/port.ts';
import type { Drafter } from './adapters/drafter/port.ts';
import type { IdentityVendor, OidcConnection, SamlVendor } from './adapters/identity/port.ts';
import type { Mailer } from './adapters/mail/port.ts';
import type { MediaStore } from './adapters/media/port.ts';
import type { PaymentGateway } from './adapters/payments/port.ts';
import type { PushSender } from './adapters/push/port.ts';
import type { LookAtPage, Registrar } from './adapters/registration/port.ts';
import type { WebhookPoster } from './adapters/webhooks/port.ts';
import type { Cells } from './cells/cells.ts';
import type { Db } from './db/connection.ts';
import type { Replicas } from './db/replicas.ts';
import type { BillingSettings } from './env/billing.ts';
import type { VendorSettings } from './env/vendor-clients.ts';
import type { HelpChatSettings } from './env/vendors.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { ReadSession } from './http/session.ts';
import type { Signer } from './http/signer.ts';
import type { IsStaff } from './http/staff.ts';
import type { Hub } from './live/hub.ts';
import type { Signals } from './live/signals.ts';
import type { Metrics } from './metrics.ts';
import type { Sealer } from './seal.ts';
import type { Tracer } from './tracing/spans.ts';

/** What plans cost here, and who takes the money. */
export interface Billing extends Omit<BillingSettings, 'gateway'> {
  gateway: PaymentGateway;
}

/** Who drafts texts here. */
export interface Drafters {
  builtIn: Drafter;
  /** Null: this server is connected to no language model. */
  model: Drafter | null;
  modelName: string | null;
}

export type { VendorSettings } from './env/vendor-clients.ts';

/** The applicant-tracking systems that accounts can connect here. */
export interface Ats {
  connectors: ReadonlyMap<AtsType, AtsConnector>;
  settings: ReadonlyMap<AtsType, VendorSettings>;
  /** Those that local mode has a simulated one of. */
  simulated: ReadonlySet<AtsType>;
  makeApi(
    connector: AtsConnector,
    access: AtsAccess,
    deps: Pick<AtsApiDeps, 'baseUrl' | 'connectionId' | 'now' | 'renewTokens'>,
  ): AtsApi;
}

/** The personal calendars that people can connect here. */
export interface Calendars {
  connectors: ReadonlyMap<CalendarProvider, CalendarConnector>;
  /** Of those at which people sign in. */
  settings: ReadonlyMap<CalendarProvider, VendorSettings>;
  /** Where local mode has a simulated one. */
  simulated: ReadonlyMap<CalendarProvider, string>;
  makeApi(
    access: CalendarAccess,
    deps: Pick<CalendarApiDeps, 'baseUrl' | 'timezone' | 'now' | 'renewTokens' | 'budget'>,
  ): CalendarApi;
  /** For one call of a person's. */
  newBudget(userId: string): CalendarBudget;
  /** When it is the person's turn, with a budget for each of so many calendars. */
  inTurn<T>(userId: string, calendars: number, ask: (budgets: CalendarBudget[]) => Promise<T>): Promise<T>;
}

/** What the application is given by main.ts (and by tests): everything that differs from one place to the next. */
export interface Deps {
  /** Without a trailing slash. */
  publicUrl: string;
  /** Where links in texts that count clicks lead, without a trailing slash. Null: there are none. */
  linkBaseUrl: string | null;
  local: boolean;
  /** Null: this is the only one. */
  cells: Cells | null;
  /** Texts wait for the hours in which a candidate may be texted. */
  quietHoursEnforced: boolean;
  db: Db;
  pool: pg.Pool;
  replicas: Replicas;
  signer: Signer;
  carrier: Carrier;
  /** What sandboxes text through, and no one else. */
  sandboxCarrier: SandboxCarrier;
  /** Null: texts need no registration with the carriers here. */
  registrar: Registrar | null;
  lookAtPage: LookAtPage;
  mediaStore: MediaStore;
  mailer: Mailer;
  webhooks: WebhookPoster;
  push: PushSender;
  /** Null: every plan is free, and no one is asked for a card. */
  billing: Billing | null;
  ats: Ats;
  calendars: Calendars;
  oidc: IdentityVendor<OidcConnection>;
  saml: SamlVendor;
  /** The TXT records of a name in the DNS, each in its chunks. */
  resolveTxt: (name: string) => Promise<string[][]>;
  sealer: Sealer;
  signals: Signals;
  hub: Hub;
  readSession: ReadSession;
  isStaff: IsStaff;
  captcha: Captcha;
  drafters: Drafters;
  helpChat: HelpChatSettings;
  rateLimits: RateLimits;
  metrics: Metrics;
  /** Null: traces are off. */
  tracer: Tracer | null;
  log: Logger;
  clock: () => Date;
  /** Time-ordered (UUID version 7), so that new rows are neighbors in their index. */
  newId: () => string;
}
