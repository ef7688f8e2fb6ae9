import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Variables as Settings } from './env/variables.ts';
import { EnvError, readEnv } from './env.ts';

type Variables = Record<string, string | undefined>;

const checkout = mkdtempSync(join(tmpdir(), 'hiretext-env-'));
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

const SECRET_KEY = 'thirty-two characters or more, all of them random';
const twilio = {
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_PRIMARY_PROFILE_SID: 'BU1',
};
const telnyx = { TELNYX_API_KEY: 'KEY1', TELNYX_PUBLIC_KEY: 'public' };
const smtp = {
  SMTP_URL: 'smtps://user:password@smtp.example.com',
  MAIL_FROM: 'Hiretext <no-reply@example.com>',
};
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/hiretext?sslmode=verify-full',
  PUBLIC_URL: 'https://texts.example.com',
  SECRET_KEY,
  ...twilio,
  ...smtp,
  SUPPORT_EMAIL: 'help@example.com',
  BILLING: 'off',
};

const read = (variables: Variables) => readEnv({ SECRET_KEY, ...variables }, checkout);

/** The sentences about variables that can't be used. */
function complaints(variables: Variables): string[] {
  try {
    read(variables);
  } catch (error) {
    if (error instanceof EnvError) return error.sentences;
    throw error;
  }
  throw new Error('It was taken');
}

const namesRead = () => Object.keys(Settings.shape).sort();

describe('applicant-tracking systems', () => {
  it('keep their own host and are connected by key, by default', () => {
    const { ats } = read({
      LEVER_API_BASE_URL: 'http://127.0.0.1:4000',
      GREENHOUSE_ONBOARDING_API_BASE_URL: '',
      SMARTRECRUITERS_CLIENT_ID: 'id',
      SMARTRECRUITERS_CLIENT_SECRET: 'secret',
    });
    expect(ats.size).toBe(11);
    expect(ats.get('lever')).toEqual({ baseUrl: 'http://127.0.0.1:4000', client: null });
    expect(ats.get('greenhouseOnboarding')).toEqual({ baseUrl: null, client: null });
    expect(ats.get('smartRecruiters')).toEqual({ baseUrl: null, client: { id: 'id', secret: 'secret' } });
  });
});

describe('calendars', () => {
  it('are offered at providers where this server has a client', () => {
    const { calendars } = read({ GOOGLE_CALENDAR_CLIENT_ID: 'id', GOOGLE_CALENDAR_CLIENT_SECRET: 'secret' });
    expect(calendars.get('google')).toEqual({ baseUrl: null, client: { id: 'id', secret: 'secret' } });
    expect(calendars.get('microsoft')).toEqual({ baseUrl: null, client: null });
    expect(complaints({ MICROSOFT_CALENDAR_CLIENT_ID: 'id' })).toEqual([
      'MICROSOFT_CALENDAR_CLIENT_SECRET is missing. It goes with MICROSOFT_CALENDAR_CLIENT_ID.',
    ]);
  });
});

describe('.env.example', () => {
  const lines = readFileSync(join(import.meta.dirname, '..', '.env.example'), 'utf8').split('\n');
  const names = lines.flatMap((line) => /^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);

  it('lists every variable that is read, and no other', () => {
    expect([...names].sort()).toEqual(namesRead());
  });

  it('sets none of them', () => {
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(read({ ...empty, SECRET_KEY })).toEqual(read({}));
    expect(lines.filter((line) => /^[A-Z][A-Z0-9_]*=./.test(line))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const text = readFileSync(join(import.meta.dirname, '..', 'compose.yaml'), 'utf8');
  /** What its containers are given, whatever their role. */
  const block = /^x-settings:.*\n((?: {2}.*\n)+)/m.exec(text)?.[1] ?? '';
  const settings = Object.fromEntries(
    [...block.matchAll(/^ {2}([A-Z_]+): '?(?:\$\{\w+:-)?(.*?)\}?'?$/gm)].map(([, name = '', value = '']) => [
      name,
      // Compose puts what it's given in place of these.
      value.replace(/\$\{\w+:\?[^}]*\}/, 'given'),
    ]),
  );

  it('sets what the server reads, on top of what production needs', () => {
    expect(namesRead()).toEqual(expect.arrayContaining(Object.keys(settings)));
    const { DATABASE_URL: _, ...needed } = production;
    for (const [, role = ''] of text.matchAll(/^ +ROLES: (.*)$/gm))
      expect(read({ ...needed, ...settings, ROLES: role })).toMatchObject({
        local: false,
        port: 3000,
        healthPort: 3000,
        roles: { [role]: true },
        trustedProxies: ['uniquelocal'],
      });
  });

  it('is two web nodes and a worker', () => {
    const roles = [...text.matchAll(/^ +ROLES: (.*)$/gm)].map(([, role]) => role);
    expect(roles).toEqual(['web', 'web', 'worker']);
  });
});

describe('a setting in a file', () => {
  it('is read from it, or the start says why not', () => {
    const path = join(checkout, 'a secret');
    writeFileSync(path, `${SECRET_KEY}\n`);
    expect(readEnv({ SECRET_KEY_FILE: path }, checkout).secretKey).toBe(SECRET_KEY);
    expect(complaints({ SMTP_URL_FILE: `${path}s` })).toEqual([expect.stringContaining('SMTP_URL_FILE')]);
  });
});

describe('cells', () => {
  const CELLS = 'east=https://east.example.com west=https://west.example.com/';
  const east = { CELLS, CELL: 'east', PUBLIC_URL: 'https://east.example.com/' };

  it('are none, or all of them and which one this is', () => {
    expect(read({}).cells).toBeNull();
    expect(read(east).cells).toEqual({
      own: { name: 'east', url: 'https://east.example.com' },
      others: [{ name: 'west', url: 'https://west.example.com' }],
    });
  });

  it.each([
    [{ CELL: undefined }, /^CELLS and CELL go together/],
    [{ CELLS: undefined }, /^CELLS and CELL go together/],
    [{ CELL: 'north' }, /^CELL isn't in CELLS/],
    [{ PUBLIC_URL: 'https://other.example.com' }, /^CELLS has another address for east than PUBLIC_URL/],
    [{ CELLS: 'east west' }, /^CELLS isn't a list/],
    [{ CELLS: `${CELLS} west=https://north.example.com` }, /^CELLS isn't a list/],
    [{ CELLS: `${CELLS} north=https://west.example.com` }, /^CELLS isn't a list/],
    [{ CELLS: `${CELLS} north=ftp://north.example.com` }, /^CELLS isn't a list/],
    [{ CELLS: `${CELLS} North=https://north.example.com` }, /^CELLS isn't a list/],
  ])('with %j are refused in one sentence', (given, sentence) => {
    expect(complaints({ ...east, ...given })).toEqual([expect.stringMatching(sentence)]);
  });

  it('talk by https in production', () => {
    const given = { ...production, CELL: 'east', PUBLIC_URL: 'https://east.example.com' };
    const CELLS = 'east=https://east.example.com west=http://west.example.com';
    expect(complaints({ ...given, CELLS })).toEqual([expect.stringMatching(/^CELLS isn't a list/)]);
  });
});

describe('traces', () => {
  const to = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp/' };

  it('go where the standard variables say', () => {
    expect(read(to).traces).toEqual({
      endpoint: 'https://collector.example.com/otlp',
      headers: {},
      share: 0.1,
    });
    const all = {
      ...to,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-team = 1%',
      OTEL_TRACES_SAMPLER_ARG: '1',
    };
    expect(read(all).traces).toMatchObject({
      headers: { authorization: 'Bearer a=b', 'x-team': '1%' },
      share: 1,
    });
  });

  it.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { ...to, OTEL_EXPORTER_OTLP_HEADERS: 'Bearer abc' },
    { ...to, OTEL_TRACES_SAMPLER_ARG: '10' },
  ])('%o is refused', (variables) => {
    expect(complaints(variables)).toEqual([expect.stringContaining(Object.keys(variables).at(-1) ?? '')]);
  });
});

describe('nothing set', () => {
  it('is local mode on the embedded database, with the simulated carrier', () => {
    expect(read({})).toEqual({
      local: true,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      databaseUrl: null,
      replica: null,
      nats: null,
      linkBaseUrl: null,
      cells: null,
      dataDir: join(checkout, '.data'),
      roles: { web: true, worker: true },
      secretKey: SECRET_KEY,
      secretKeyFallback: null,
      demo: true,
      logLevel: 'warn',
      quietHours: null,
      segmentsPerSecond: null,
      requestsPerMinute: 600,
      registration: 'off',
      carrier: { vendor: 'simulator' },
      mail: { vendor: 'outbox' },
      media: { vendor: 'disk' },
      backups: null,
      billing: {
        gateway: { vendor: 'sandbox' },
        prices: { payg: 15, personalMonthly: 0, personalAnnual: 0, teamMonthly: 0, teamAnnual: 0 },
        packages: [
          { count: 200, price: 16 },
          { count: 400, price: 28 },
          { count: 600, price: 36 },
          { count: 800, price: 40 },
          { count: 1000, price: 45 },
        ],
        currency: 'USD',
      },
      trustedProxies: [],
      webhookRetrySeconds: null,
      captcha: { vendor: 'altcha' },
      drafter: { vendor: 'builtIn' },
      ats: expect.any(Map),
      calendars: expect.any(Map),
      dnsServer: null,
      staff: { domains: [], emails: [] },
      helpChat: { type: 'form', supportEmail: 'support@hiretext.example' },
      securityContact: null,
      helpChatSecret: null,
      metricsToken: null,
      traces: null,
      healthPort: null,
    });
  });

  it('makes a secret key that stays, and that no one else reads', () => {
    const first = readEnv({}, checkout).secretKey;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(readEnv({}, checkout).secretKey).toBe(first);
    expect(statSync(join(checkout, '.data', 'secret-key')).mode & 0o777).toBe(0o600);
    expect(readEnv({ DATA_DIR: 'elsewhere' }, checkout).secretKey).not.toBe(first);
  });
});

describe('production', () => {
  it('listens on all addresses, has no demo, and logs what happens', () => {
    expect(read(production)).toMatchObject({
      local: false,
      host: '0.0.0.0',
      publicUrl: 'https://texts.example.com',
      databaseUrl: 'postgres://db/hiretext?sslmode=verify-full',
      demo: false,
      logLevel: 'info',
      carrier: { vendor: 'twilio' },
    });
  });

  it('has no demo where one is asked for', () => {
    expect(read({ ...production, DEMO: '1' }).demo).toBe(false);
  });

  it.each([
    'DATABASE_URL',
    'PUBLIC_URL',
    'SECRET_KEY',
    'TWILIO_ACCOUNT_SID',
    'SMTP_URL',
    'MAIL_FROM',
    'SUPPORT_EMAIL',
    'BILLING',
  ])('does not start without %s, and says so in a sentence', (name) => {
    for (const absent of [undefined, '']) {
      const sentences = complaints({ ...production, [name]: absent });
      expect(sentences).toHaveLength(1);
      expect(sentences[0]).toMatch(new RegExp(`^${name}\\b.* is missing\\. Set .*\\.$`));
    }
  });

  it('does not start where what people send can be read on its way', () => {
    expect(complaints({ ...production, PUBLIC_URL: 'http://texts.example.com' })).toEqual([
      'PUBLIC_URL starts with http:, which anyone on the way can read. Set it to an https address.',
    ]);
  });

  it.each([
    ['postgres://u:secret@db/hiretext', 'db'],
    ['postgres://u:secret@db/hiretext?sslmode=disable', 'db'],
    ['postgres://u:secret@10.0.0.3,127.0.0.1,b/hiretext', '10.0.0.3, b'],
  ])('does not start where texts go to %s in the open', (DATABASE_URL, hosts) => {
    expect(complaints({ ...production, DATABASE_URL })).toEqual([
      `DATABASE_URL reaches ${hosts} without TLS, so who is on the way reads every text and the password. Add sslmode=verify-full to it, or set DATABASE_UNENCRYPTED=allowed if only you are on the way.`,
    ]);
    expect(read({ ...production, DATABASE_URL, DATABASE_UNENCRYPTED: 'allowed' }).databaseUrl).toBe(
      DATABASE_URL,
    );
    expect(read({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
    const [sentence] = complaints({ ...production, DATABASE_REPLICA_URL: DATABASE_URL });
    expect(sentence).toContain(`DATABASE_REPLICA_URL reaches ${hosts} without TLS`);
  });

  it.each([
    'postgres://localhost/hiretext',
    'postgres://[::1]/hiretext',
    'postgres:///hiretext?host=/run/a,/run/b',
  ])('starts with a database on this machine: %s', (DATABASE_URL) => {
    expect(read({ ...production, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  it.each([
    ['nats://nats.example.com', 'nats.example.com'],
    ['nats://u:secret@127.0.0.1,nats://u:secret@10.0.0.3:5222', '10.0.0.3'],
  ])('does not start where signals go to %s in the open', (NATS_URL, hosts) => {
    expect(complaints({ ...production, NATS_URL })).toEqual([
      `NATS_URL reaches ${hosts} without TLS, so who is on the way reads the password and who is typing to whom. Use tls:// instead of nats://.`,
    ]);
    expect(read({ NATS_URL }).nats).not.toBeNull();
  });

  it.each(['nats://localhost', 'nats://[::1]:5222', 'tls://nats.example.com'])(
    'starts with signals by %s',
    (NATS_URL) => {
      expect(read({ ...production, NATS_URL }).nats).not.toBeNull();
    },
  );

  it('names everything that is missing at once', () => {
    expect(complaints({ NODE_ENV: 'production', SECRET_KEY: undefined })).toHaveLength(8);
  });
});

describe('settings', () => {
  it.each<[Variables, object]>([
    [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://127.0.0.1:8080' }],
    [{ PUBLIC_URL: 'https://texts.example.com//' }, { publicUrl: 'https://texts.example.com' }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ HOST: 'localhost' }, { host: 'localhost' }],
    [
      { DATABASE_REPLICA_URL: 'postgres://u@a,b:5433/name?target_session_attrs=standby' },
      {
        replica: {
          addresses: [
            'postgres://u@a/name?target_session_attrs=standby',
            'postgres://u@b:5433/name?target_session_attrs=standby',
          ],
          waitMs: 200,
        },
      },
    ],
    [{ DATA_DIR: '/var/lib/hiretext' }, { dataDir: '/var/lib/hiretext' }],
    [{ ROLES: 'web' }, { roles: { web: true, worker: false } }],
    [{ ROLES: 'worker' }, { roles: { web: false, worker: true } }],
    [{ ROLES: 'worker, web' }, { roles: { web: true, worker: true } }],
    [{ DEMO: '0' }, { demo: false }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ QUIET_HOURS: 'off' }, { quietHours: 'off' }],
    [{ SEGMENTS_PER_SECOND: '3.5' }, { segmentsPerSecond: 3.5 }],
    [{ REQUESTS_PER_MINUTE: '60' }, { requestsPerMinute: 60 }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1,loopback' }, { trustedProxies: ['10.0.0.0/8', '::1', 'loopback'] }],
    [{ LINK_BASE_URL: 'https://go.example.com/' }, { linkBaseUrl: 'https://go.example.com' }],
    [{ DNS_SERVER: '10.0.0.2' }, { dnsServer: '10.0.0.2' }],
    [{ DNS_SERVER: '127.0.0.1:5353' }, { dnsServer: '127.0.0.1:5353' }],
    [{ DNS_SERVER: 'fd00::2' }, { dnsServer: 'fd00::2' }],
    [{ DNS_SERVER: '[fd00::2]:5353' }, { dnsServer: '[fd00::2]:5353' }],
    [{ PUBLIC_URL: 'http://192.168.1.5' }, { publicUrl: 'http://192.168.1.5' }],
    [{}, { nats: null }],
    [
      { NATS_URL: 'tls://u:p%40ss@a.example.com, tls://u:p%40ss@b.example.com:5222/' },
      {
        nats: {
          servers: ['a.example.com:4222', 'b.example.com:5222'],
          user: 'u',
          password: 'p@ss',
          token: null,
          tls: true,
        },
      },
    ],
    [
      { NATS_URL: 'nats://t0k%2Fen@[::1]' },
      { nats: { servers: ['[::1]:4222'], user: null, password: null, token: 't0k/en', tls: false } },
    ],
    [{ NATS_URL: 'nats://127.0.0.1' }, { nats: { servers: ['127.0.0.1:4222'], token: null } }],
    [{ METRICS_TOKEN: 'm'.repeat(32) }, { metricsToken: 'm'.repeat(32) }],
    [{ CAPTCHA: 'off' }, { captcha: { vendor: 'off' } }],
    [{ LLM_API: 'anthropic' }, { drafter: { vendor: 'builtIn' } }],
    [
      { LLM_BASE_URL: 'http://10.0.0.7:11434/v1/', LLM_MODEL: 'llama' },
      {
        drafter: {
          vendor: 'model',
          api: 'openai',
          baseUrl: 'http://10.0.0.7:11434/v1',
          apiKey: undefined,
          model: 'llama',
        },
      },
    ],
    [{ CAPTCHA: 'altcha' }, { captcha: { vendor: 'altcha' } }],
  ])('%j', (variables, expected) => {
    expect(read(variables)).toMatchObject(expected);
  });

  it.each<[Variables, RegExp]>([
    [{ PORT: 'eighty' }, /^PORT isn't valid: /],
    [{ PORT: '70000' }, /^PORT isn't valid: /],
    [{ PORT: '80.5' }, /^PORT isn't valid: /],
    [{ PUBLIC_URL: 'texts.example.com' }, /^PUBLIC_URL isn't valid: /],
    [{ PUBLIC_URL: 'ftp://texts.example.com' }, /^PUBLIC_URL isn't valid: /],
    [{ DATABASE_REPLICA_URL: 'hiretext' }, /^DATABASE_REPLICA_URL isn't the address /],
    [
      { DATABASE_REPLICA_URL: 'postgres://a/b?target_session_attrs=primary' },
      /^DATABASE_REPLICA_URL asks for a server that takes writes\. Leave out /,
    ],
    ...[
      'nats.example.com',
      'http://nats.example.com',
      'nats://',
      'nats://a:70000',
      'nats://a,',
      'nats://a,tls://b',
      'nats://u:p@a,nats://b',
      'nats://u:%zz@a',
      'nats://a/path',
      'nats://a?tls=true',
    ].map((NATS_URL): [Variables, RegExp] => [{ NATS_URL }, /^NATS_URL isn't a list of NATS servers\. Use /]),
    [{ NATS_URL: 'tls://10.0.0.3' }, /^NATS_URL has tls:\/\/ with an address of numbers\. Use the name /],
    [{ NATS_URL: 'tls://[::1]' }, /^NATS_URL has tls:\/\/ with an address of numbers\. Use the name /],
    [{ DATABASE_REPLICA_WAIT_MS: '-1' }, /^DATABASE_REPLICA_WAIT_MS isn't valid: /],
    [{ DEMO: 'no' }, /^DEMO isn't valid: /],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL isn't valid: /],
    [{ QUIET_HOURS: 'on' }, /^QUIET_HOURS isn't valid: /],
    [{ REQUESTS_PER_MINUTE: '0' }, /^REQUESTS_PER_MINUTE isn't valid: /],
    [{ SEGMENTS_PER_SECOND: '0' }, /^SEGMENTS_PER_SECOND isn't valid: /],
    [{ SEGMENTS_PER_SECOND: '-1' }, /^SEGMENTS_PER_SECOND isn't valid: /],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY isn't a list of addresses. Use /],
    [{ TRUST_PROXY: '1' }, /^TRUST_PROXY isn't a list of addresses. Use /],
    [{ TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY isn't a list of addresses. Use /],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY isn't a list of addresses. Use /],
    [{ TRUST_PROXY: '10.0.0.0/8/8' }, /^TRUST_PROXY isn't a list of addresses. Use /],
    [{ TRUST_PROXY: 'proxy.example.com' }, /^TRUST_PROXY isn't a list of addresses. Use /],
    [{ LINK_BASE_URL: 'go.example.com' }, /^LINK_BASE_URL isn't the https address of a host. Use one /],
    [{ LINK_BASE_URL: 'https://example.com/go' }, /^LINK_BASE_URL isn't /],
    [{ DNS_SERVER: 'dns.example.com' }, /^DNS_SERVER isn't an address. Use /],
    [{ DNS_SERVER: '10.0.0.2:70000' }, /^DNS_SERVER isn't an address. Use /],
    [{ DNS_SERVER: '10.0.0.2:dns' }, /^DNS_SERVER isn't an address. Use /],
    [{ CAPTCHA: 'on' }, /^CAPTCHA isn't valid: /],
    [{ SMTP_URL: 'smtp.example.com', MAIL_FROM: 'a@example.com' }, /^SMTP_URL isn't valid: /],
    [{ SMTP_URL: 'https://smtp.example.com', MAIL_FROM: 'a@example.com' }, /^SMTP_URL isn't valid: /],
    [{ MAIL_FROM: 'Hiretext' }, /^MAIL_FROM isn't valid: /],
    [{ MAIL_FROM: 'a@example.com, b@example.com' }, /^MAIL_FROM isn't valid: /],
    [{ MAIL_FROM: 'Hiretext\r\nBcc: <a@example.com>' }, /^MAIL_FROM isn't valid: /],
    [{ SMTP_URL: 'smtp://localhost' }, /^MAIL_FROM is missing. Set it to /],
    [{ LLM_BASE_URL: '127.0.0.1:11434', LLM_MODEL: 'llama' }, /^LLM_BASE_URL isn't valid: /],
    [{ LLM_BASE_URL: 'http://127.0.0.1:11434/v1' }, /^LLM_MODEL is missing. It goes with /],
    [{ LLM_MODEL: 'llama' }, /^LLM_BASE_URL is missing. It goes with LLM_MODEL\.$/],
    [{ LLM_API_KEY: 'key' }, /^LLM_BASE_URL is missing. It goes with LLM_API_KEY\.$/],
    [
      { LLM_API: 'anthropic', LLM_BASE_URL: 'https://api.example.com/v1', LLM_MODEL: 'm' },
      /^LLM_API_KEY is missing. LLM_API=anthropic /,
    ],
    [{ LLM_API: 'ollama' }, /^LLM_API isn't valid: /],
    [{ LEVER_API_BASE_URL: 'localhost' }, /^LEVER_API_BASE_URL isn't valid: Use an address like /],
    [{ LEVER_CLIENT_ID: 'id' }, /^LEVER_CLIENT_SECRET is missing. It goes with LEVER_CLIENT_ID\.$/],
    [
      { BAMBOOHR_CLIENT_SECRET: 's' },
      /^BAMBOOHR_CLIENT_ID is missing. It goes with BAMBOOHR_CLIENT_SECRET\.$/,
    ],
    [{ ROLES: 'web,mail' }, /^ROLES isn't valid. Use /],
    [{ ROLES: ',' }, /^ROLES isn't valid. Use /],
    [{ SECRET_KEY: 'short' }, /^SECRET_KEY is too short. Set it to 32 or more /],
    [{ SECRET_KEY_FALLBACK: 'short' }, /^SECRET_KEY_FALLBACK is too short. Set it to 32 or more /],
    [
      { SECRET_KEY_FALLBACK: SECRET_KEY },
      /^SECRET_KEY_FALLBACK is the same as SECRET_KEY. Set it to the other /,
    ],
    [{ METRICS_TOKEN: 'short' }, /^METRICS_TOKEN is too short. Set it to 32 or more /],
    [{ ...production, SECRET_KEY: 'short' }, /^SECRET_KEY is too short. Set it to 32 or more /],
  ])('%j is refused', (variables, sentence) => {
    const sentences = complaints(variables);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(sentence);
    expect(sentences[0]).toMatch(/\.$/);
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'texts.example.com'])(
    'local mode does not listen on %s',
    (HOST) => {
      expect(complaints({ HOST })).toEqual([
        "HOST makes local mode reachable from other machines, which isn't safe. Set NODE_ENV=production or leave HOST empty.",
      ]);
      expect(read({ ...production, HOST }).host).toBe(HOST);
    },
  );
});

describe('the carrier', () => {
  it('is the one whose key is set', () => {
    expect(read({ ...twilio, TWILIO_API_BASE_URL: 'http://127.0.0.1:1' }).carrier).toEqual({
      vendor: 'twilio',
      accountSid: 'AC1',
      authToken: 'token',
      primaryProfileSid: 'BU1',
      apiBaseUrl: 'http://127.0.0.1:1',
    });
    expect(read({ ...production, ...telnyx, TWILIO_ACCOUNT_SID: '' }).carrier).toEqual({
      vendor: 'telnyx',
      apiKey: 'KEY1',
      publicKey: 'public',
      apiBaseUrl: undefined,
    });
  });

  it.each<[Variables, string]>([
    [{ ...twilio, TWILIO_AUTH_TOKEN: '' }, 'TWILIO_AUTH_TOKEN is missing. It goes with TWILIO_ACCOUNT_SID.'],
    [{ ...telnyx, TELNYX_PUBLIC_KEY: '' }, 'TELNYX_PUBLIC_KEY is missing. It goes with TELNYX_API_KEY.'],
    [
      { ...twilio, ...telnyx },
      'TWILIO_ACCOUNT_SID and TELNYX_API_KEY are both set. Keep only the one for your carrier.',
    ],
  ])('%j is not enough, or too much', (variables, sentence) => {
    expect(complaints(variables)).toEqual([sentence]);
  });
});

describe('billing', () => {
  it('is by Stripe where its keys are set', () => {
    const { gateway } = read({ ...production, BILLING: '', ...stripe }).billing;
    expect(gateway).toEqual({
      vendor: 'stripe',
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecret: 'whsec_1',
      apiBaseUrl: undefined,
    });
    expect(read(stripe).billing.gateway).toEqual(gateway);
    expect(read({ ...stripe, BILLING: 'on' }).billing.gateway).toEqual(gateway);
  });

  it('can be off, whatever else is set', () => {
    expect(read({ BILLING: 'off' }).billing.gateway).toBeNull();
    expect(read({ ...production, ...stripe }).billing.gateway).toBeNull();
    expect(read({ BILLING: 'on' }).billing.gateway).toEqual({ vendor: 'sandbox' });
  });

  it('costs what is set, and what is not set as usual', () => {
    const { prices, packages, currency } = read({
      PRICES: '{"teamMonthly":24.5,"payg":0}',
      TEXT_PACKAGES: '{"1000":50.25,"200":20}',
      CURRENCY: 'EUR',
    }).billing;
    expect(prices).toEqual({
      payg: 0,
      personalMonthly: 0,
      personalAnnual: 0,
      teamMonthly: 24.5,
      teamAnnual: 0,
    });
    expect(packages).toEqual([
      { count: 200, price: 20 },
      { count: 1000, price: 50.25 },
    ]);
    expect(currency).toBe('EUR');
  });

  it.each([
    'free',
    'null',
    '[]',
    '15',
    '{"payg":"15"}',
    '{"payg":-1}',
    '{"payg":15.999}',
    '{"payg":100000}',
    '{"monthly":15}',
  ])('does not start with PRICES=%s', (PRICES) => {
    expect(complaints({ PRICES })).toEqual([
      expect.stringMatching(/^PRICES isn't valid\. Use JSON like .*\.$/),
    ]);
  });

  it.each(['{"300":16}', '{"200":0}', '{"200":null}', '[16]', 'free'])(
    'does not start with TEXT_PACKAGES=%s',
    (TEXT_PACKAGES) => {
      expect(complaints({ TEXT_PACKAGES })).toEqual([
        expect.stringMatching(/^TEXT_PACKAGES isn't valid\. Use JSON like .*\.$/),
      ]);
    },
  );

  it.each(['usd', 'dollars', 'JPY', 'XYZ'])('does not start with CURRENCY=%s', (CURRENCY) => {
    expect(complaints({ CURRENCY })).toEqual([
      "CURRENCY isn't valid. Use the code of a currency with two decimals, e.g. USD.",
    ]);
  });

  it.each<[Variables, string]>([
    [
      { ...stripe, STRIPE_WEBHOOK_SECRET: '' },
      'STRIPE_WEBHOOK_SECRET is missing. Set all three keys of Stripe, or BILLING=off to make every plan free.',
    ],
    [
      { ...production, BILLING: 'on' },
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET are missing. Set all three keys of Stripe, or BILLING=off to make every plan free.',
    ],
  ])('%j is not enough', (variables, sentence) => {
    expect(complaints(variables)).toEqual([sentence]);
  });

  it('needs no prices where it is off, but says if they are wrong', () => {
    expect(complaints({ BILLING: 'off', PRICES: '{' })).toHaveLength(1);
  });
});

describe('media', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'media',
    S3_REGION: 'auto',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };

  it('are kept at a store that speaks S3', () => {
    expect(read({ ...production, ...s3 }).media).toEqual({
      vendor: 's3',
      endpoint: 'https://s3.example.com',
      bucket: 'media',
      region: 'auto',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    });
  });

  it.each(Object.keys(s3))('are not kept anywhere without %s', (name) => {
    expect(complaints({ ...s3, [name]: '' })).toEqual([
      `${name} is missing. Set all five S3 variables, or none to keep media on the disk.`,
    ]);
  });

  it('are not kept anywhere with the store alone', () => {
    expect(complaints({ S3_ENDPOINT: 'https://s3.example.com' })).toEqual([
      'S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY are missing. Set all five S3 variables, or none to keep media on the disk.',
    ]);
  });

  it('need an address', () => {
    expect(complaints({ ...s3, S3_ENDPOINT: 's3.example.com' })).toEqual([
      "S3_ENDPOINT isn't valid: Use an address like https://s3.us-east-1.amazonaws.com.",
    ]);
  });
});

describe('registration with the carriers', () => {
  const fakeTwilio = { TWILIO_API_BASE_URL: 'http://127.0.0.1:1' };
  it.each<[string, Variables, 'required' | 'off']>([
    ['the simulator', {}, 'off'],
    ['the simulator, as set', { CARRIER_REGISTRATION: 'required' }, 'required'],
    ['Twilio', twilio, 'required'],
    ['Twilio, as set', { ...twilio, CARRIER_REGISTRATION: 'off' }, 'off'],
    ['a fake Twilio', { ...twilio, ...fakeTwilio }, 'off'],
    ['Telnyx', telnyx, 'required'],
  ])('with %s', (_, variables, registration) => {
    expect(read(variables).registration).toBe(registration);
  });

  it('needs a primary profile that vouches for customers with Twilio', () => {
    expect(complaints({ ...twilio, TWILIO_PRIMARY_PROFILE_SID: '' })).toEqual([
      expect.stringMatching(/^TWILIO_PRIMARY_PROFILE_SID is missing\. .*CARRIER_REGISTRATION=off/),
    ]);
    const off = { ...twilio, TWILIO_PRIMARY_PROFILE_SID: '', CARRIER_REGISTRATION: 'off' };
    expect(read(off).carrier).toMatchObject({ vendor: 'twilio' });
  });
});

describe('mail', () => {
  it.each(['Hiretext <no-reply@example.com>', 'no-reply@example.com', '<no-reply@example.com>'])(
    'goes out through the mail server that is set, from %s',
    (from) => {
      expect(
        read({
          ...smtp,
          SUPPORT_EMAIL: 'help@example.com',
          SMTP_URL: 'smtp://127.0.0.1:2525',
          MAIL_FROM: from,
        }).mail,
      ).toEqual({
        vendor: 'smtp',
        url: 'smtp://127.0.0.1:2525',
        from,
      });
    },
  );

  it('stays in local mode without one', () => {
    expect(read({ MAIL_FROM: 'no-reply@example.com' }).mail).toEqual({ vendor: 'outbox' });
  });
});

describe('the help chat', () => {
  const intercom = { HELP_CHAT: 'intercom', HELP_CHAT_APP_ID: 'abc123', HELP_CHAT_SECRET: 'secret' };

  it('is the contact form, to the address that is set', () => {
    expect(read({ SUPPORT_EMAIL: 'help@example.com', HELP_CHAT_SECRET: 'left over' })).toMatchObject({
      helpChat: { type: 'form', supportEmail: 'help@example.com' },
      helpChatSecret: null,
    });
  });

  it('needs an address where mails leave this machine', () => {
    expect(complaints(smtp)).toEqual([
      'SUPPORT_EMAIL is missing. Set it to the address that answers support requests.',
    ]);
    expect(complaints({ SUPPORT_EMAIL: 'someone' })).toEqual([
      "SUPPORT_EMAIL isn't valid: Use an address like support@example.com.",
    ]);
  });

  it('can be Intercom, which needs no address', () => {
    expect(read({ ...production, SUPPORT_EMAIL: '', ...intercom, HELP_CHAT_REGION: 'eu' })).toMatchObject({
      helpChat: { type: 'intercom', appId: 'abc123', region: 'eu' },
      helpChatSecret: 'secret',
    });
  });

  it.each(['HELP_CHAT_APP_ID', 'HELP_CHAT_SECRET'])('is not Intercom without %s', (name) => {
    expect(complaints({ ...intercom, [name]: '' })).toEqual([
      `${name} is missing. HELP_CHAT=intercom needs it.`,
    ]);
  });
});

describe('staff', () => {
  it('are of the domains and on the list', () => {
    const staff = { STAFF_EMAIL_DOMAINS: 'example.com, example.org,', STAFF_EMAILS: 'ana@firm.example' };
    expect(read(staff).staff).toEqual({
      domains: ['example.com', 'example.org'],
      emails: ['ana@firm.example'],
    });
  });

  it.each([
    ['Example.COM', 'example.com'],
    // As addresses of it are written.
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('are of the domain %s, however it is written', (given, domain) => {
    expect(read({ STAFF_EMAIL_DOMAINS: given }).staff.domains).toEqual([domain]);
  });

  it.each(['@example.com', 'ana@example.com', 'localhost', '*', '*.example.com', 'example.com example.org'])(
    'are not of the domain %s',
    (domains) => {
      expect(complaints({ STAFF_EMAIL_DOMAINS: domains })).toEqual([
        "STAFF_EMAIL_DOMAINS isn't a list of domains. Use names like example.com, separated by commas.",
      ]);
    },
  );

  it('are not listed by anything but addresses', () => {
    expect(complaints({ STAFF_EMAILS: 'ana@example.com,example.com' })).toEqual([
      "STAFF_EMAILS isn't a list of email addresses. Use addresses like ana@example.com, separated by commas.",
    ]);
  });
});

describe('the captcha', () => {
  const turnstile = { CAPTCHA: 'turnstile', TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'secret' };

  it('can be Turnstile', () => {
    expect(read({ ...turnstile, TURNSTILE_API_BASE_URL: 'http://127.0.0.1:1' }).captcha).toEqual({
      vendor: 'turnstile',
      siteKey: 'site',
      secretKey: 'secret',
      apiBaseUrl: 'http://127.0.0.1:1',
    });
  });

  it.each(['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'])('is not Turnstile without %s', (name) => {
    expect(complaints({ ...turnstile, [name]: '' })).toEqual([
      `${name} is missing. CAPTCHA=turnstile needs it.`,
    ]);
  });
});

describe('backups', () => {
  const BACKUP_KEY = 'other characters, at least thirty-two of them';
  const s3 = {
    BACKUP_S3_ENDPOINT: 'https://s3.example.com',
    BACKUP_S3_REGION: 'us-east-1',
    BACKUP_S3_ACCESS_KEY_ID: 'AK',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
  };

  it('go to a folder, every day, and two weeks of them stay', () => {
    const { backups } = read({ BACKUP_TO: 'backups', BACKUP_KEY });
    const place = { type: 'folder', folder: join(checkout, 'backups') };
    expect(backups).toEqual({ place, key: BACKUP_KEY, everyHours: 24, keep: 14 });
  });

  it.each([
    ['s3://bucket', ''],
    ['s3://bucket/a/b/', 'a/b/'],
  ])('go to %s', (to, prefix) => {
    expect(read({ BACKUP_TO: to, BACKUP_KEY, ...s3 }).backups?.place).toMatchObject({
      type: 's3',
      bucket: 'bucket',
      prefix,
      accessKeyId: 'AK',
    });
  });

  it.each<[Variables, string]>([
    [{ BACKUP_TO: 'a' }, 'BACKUP_KEY is missing'],
    [{ BACKUP_TO: 'a', BACKUP_KEY: 'short' }, 'BACKUP_KEY is too short'],
    [{ BACKUP_TO: 'a', BACKUP_KEY: SECRET_KEY }, 'BACKUP_KEY is the same as SECRET_KEY'],
    [
      { BACKUP_TO: 'a', BACKUP_KEY: 'x'.repeat(32), SECRET_KEY_FALLBACK: 'x'.repeat(32) },
      'BACKUP_KEY is the same as SECRET_KEY',
    ],
    [{ BACKUP_TO: 'ftp://a', BACKUP_KEY }, "BACKUP_TO isn't valid"],
    [{ BACKUP_TO: 's3://a', BACKUP_KEY, ...s3, BACKUP_S3_REGION: '' }, 'BACKUP_S3_REGION is missing'],
  ])('are refused: %j', (variables, sentence) => {
    expect(complaints(variables)).toEqual([expect.stringContaining(sentence)]);
  });
});
