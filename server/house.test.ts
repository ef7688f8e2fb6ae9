import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IN_BROWSERS } from '../bundle/lean-contract.ts';
import { filesIn } from '../run/files.js';

/* The rules of the house, over every file that git would take. Each test lists what breaks its rule. */

const checkout = join(import.meta.dirname, '..');
const files = filesIn('.');

interface Source {
  path: string;
  text: string;
  /** Files of ours, from the checkout. */
  imports: string[];
  /** Names of what comes from elsewhere. */
  packages: string[];
}

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'([^'\n]+)'/g;

function readSource(path: string): Source {
  const text = readFileSync(join(checkout, path), 'utf8');
  const named = [...text.matchAll(IMPORT)].map((match) => match[1] ?? '');
  return {
    path,
    text,
    imports: named.filter((name) => name.startsWith('.')).map((name) => normalize(join(dirname(path), name))),
    packages: named.filter((name) => !name.startsWith('.')),
  };
}

const sources = files.filter((path) => /\.(ts|tsx|js)$/.test(path)).map(readSource);
const isTest = ({ path }: { path: string }) =>
  /\.test\.tsx?$/.test(path) || path.startsWith('server/testing/') || path.startsWith('web/testing/');
const product = sources.filter(
  (source) => !isTest(source) && !/^(e2e|bench|chaos|fuzz|run)\//.test(source.path),
);

function importsOf(folder: string): { path: string; target: string }[] {
  return product
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path, imports }) => imports.map((target) => ({ path, target })));
}

/** Groups hold only rooms; the other inner rooms are lower than the room they are in. */
const ROOM = new RegExp(
  '^server/features/((?:texting|scheduling|hiring|links)/[\\w-]+' +
    '|analytics/figures|billing/ledger|billing/subscriptions|candidates/search|team/seats|[\\w-]+)/',
);
const roomOf = (path: string) => ROOM.exec(path)?.[1];

const tell = ({ path, target }: { path: string; target: string }) => `${path} imports ${target}`;

describe('imports run one way', () => {
  const ports = files
    .filter((path) => /^server\/adapters\/\w+\/port\.ts$/.test(path))
    // What connectors ask with, and how their calls fail.
    .concat(
      ['ats', 'calendars'].flatMap((port) => [
        `server/adapters/${port}/api.ts`,
        `server/adapters/${port}/failures.ts`,
      ]),
      'server/adapters/send-signed.ts',
    );
  /** What every room may import. */
  const ground = [
    'server/failure.ts',
    'server/bounded-json.ts',
    'server/event-stream.ts',
    'server/tracing/spans.ts',
    'server/phone.ts',
    'server/local-time.ts',
    'server/fold.ts',
    'server/make-folder.ts',
    'server/without-personal-data.ts',
    'server/area-codes.ts',
    'server/zip-codes.ts',
    'server/area-codes.json',
  ];
  const rooms: { room: string; mayImport: string[] }[] = [
    { room: 'contract/', mayImport: [] },
    { room: 'server/db/', mayImport: ['contract/', 'server/make-folder.ts', 'server/tracing/spans.ts'] },
    { room: 'server/queue/', mayImport: ['server/db/', 'server/tracing/spans.ts'] },
    ...['server/mail/', 'server/oauth/'].map((room) => ({
      room,
      mayImport: [
        'contract/',
        'server/db/',
        'server/http/',
        'server/queue/',
        'server/deps.ts',
        ...ports,
        ...ground,
      ],
    })),
    {
      room: 'server/live/',
      mayImport: [
        'contract/',
        'server/db/',
        'server/http/',
        'server/deps.ts',
        'server/adapters/signals/port.ts',
        ...ground,
      ],
    },
    { room: 'server/adapters/', mayImport: ['contract/', ...ground] },
    {
      room: 'server/features/',
      mayImport: [
        'contract/',
        'server/db/',
        'server/http/',
        'server/queue/',
        'server/live/',
        'server/mail/',
        'server/oauth/',
        'server/cells/',
        'server/deps.ts',
        ...ports,
        ...ground,
      ],
    },
    {
      room: 'server/cells/',
      mayImport: [
        'contract/',
        'server/db/',
        'server/http/',
        'server/env/cells.ts',
        'server/deps.ts',
        ...ports,
        ...ground,
      ],
    },
    { room: 'server/', mayImport: ['contract/'] },
    { room: 'operate/', mayImport: ['contract/', 'server/'] },
    { room: 'web/lib/', mayImport: ['contract/', 'web/paths.ts'] },
    { room: 'web/ui/', mayImport: ['contract/', 'web/lib/', 'web/paths.ts'] },
    { room: 'web/features/', mayImport: ['contract/', 'web/lib/', 'web/ui/', 'web/paths.ts'] },
    { room: 'web/', mayImport: ['contract/'] },
  ];

  it.each(rooms)('$room', ({ room, mayImport }) => {
    const found = importsOf(room);
    expect(product.some(({ path }) => path.startsWith(room))).toBe(true);
    const allowed = [room, ...mayImport];
    expect(
      found.filter(({ target }) => !allowed.some((start) => target.startsWith(start))).map(tell),
    ).toEqual([]);
  });

  it('contract/ needs nothing but zod', () => {
    const foreign = product.filter(({ path }) => path.startsWith('contract/'));
    expect(foreign.flatMap(({ packages }) => packages).filter((name) => name !== 'zod')).toEqual([]);
  });

  it('a vendor knows its port and what vendors share, not another vendor', () => {
    const vendorOf = (path: string) => /^server\/adapters\/\w+\/([\w-]+)\//.exec(path)?.[1];
    const across = importsOf('server/adapters/').filter(
      ({ path, target }) =>
        !/\/(fakes\/|suite)/.test(path) &&
        // A simulated one answers as the fake does.
        !(/\/simulator\//.test(path) && /\/fakes\//.test(target)) &&
        vendorOf(target) !== undefined &&
        vendorOf(path) !== vendorOf(target),
    );
    expect(across.map(tell)).toEqual([]);
  });

  it('fakes are needed by tests and simulated vendors only', () => {
    const needing = importsOf('server/').filter(
      ({ path, target }) =>
        target.includes('/fakes/') && !/\/(fakes|simulator)\/|\/suite[\w-]*\.ts$/.test(path),
    );
    expect(needing.map(tell)).toEqual([]);
  });

  it('vendors are picked at the top of the server only', () => {
    const picks = importsOf('server/').filter(
      ({ path, target }) =>
        /^server\/adapters\/\w+\/[\w-]+\//.test(target) &&
        !/^server\/(adapters\/|demo\/|vendors\/|start\.ts)/.test(path),
    );
    expect(picks.map(tell)).toEqual([]);
  });

  it('only server/queue/ names the private tables of the queue', () => {
    const naming = sources.filter(({ text }) => /graphile_worker\._private/.test(text));
    expect(naming.filter(({ path }) => !path.startsWith('server/queue/')).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it('a room knows the rooms below it only, by their line in app.ts', () => {
    const { text, imports } = readSource('server/app.ts');
    const calls = [...text.matchAll(/^ {2}(\w+)\((?:app|api)\b/gm)].map((match) => match[1]);
    const lineOf = (room: string) => {
      const names = new RegExp(`import \\{ ([\\w, ]+) \\} from './features/${room}/[\\w-]+\\.ts'`).exec(
        text,
      )?.[1];
      return calls.findIndex((call) => names?.split(', ').includes(call ?? ''));
    };
    expect(imports.flatMap((path) => roomOf(path) ?? []).map(lineOf)).not.toContain(-1);
    // A room without calls (-1) is rules and records that all others stand on.
    const upwards = importsOf('server/features/').filter(({ path, target }) => {
      const [from, to] = [roomOf(path), roomOf(target)];
      return from !== undefined && to !== undefined && from !== to && lineOf(from) <= lineOf(to);
    });
    expect(upwards.map(tell)).toEqual([]);
  });

  it('rooms of the web import each other in one direction', () => {
    const webRoomOf = (path: string) => /^web\/features\/([\w-]+)\//.exec(path)?.[1];
    const across = importsOf('web/features/').flatMap(({ path, target }) => {
      const [from, to] = [webRoomOf(path), webRoomOf(target)];
      return from !== undefined && to !== undefined && from !== to ? [{ path, target, from, to }] : [];
    });
    expect(across.length).toBeGreaterThan(50);
    // The lowest rooms import no other. What is left when these are taken away, again and again, goes in a circle.
    let left = across;
    for (;;) {
      const importing = new Set(left.map(({ from }) => from));
      const next = left.filter(({ to }) => importing.has(to));
      if (next.length === left.length) break;
      left = next;
    }
    expect(left.map(tell)).toEqual([]);
  });

  it('only event streams, and the library that answers apps, take connections over', () => {
    const taking = product.filter(({ text }) => /\.hijack\(/.test(text));
    expect(taking.map(({ path }) => path)).toEqual([
      'server/event-stream.ts',
      'server/features/connected-apps/routes.ts',
    ]);
  });

  it('code that ends sessions notifies the open streams', () => {
    // When it was used last ends none.
    const ending = product.filter(({ text }) =>
      /updateTable\('sessions'\)|update sessions\b(?! s set last_used_at)/.test(text),
    );
    expect(ending.map(({ path }) => path)).toEqual([
      'server/features/auth/store.ts',
      'server/features/staff/impersonation-store.ts',
    ]);
    for (const { text } of ending) {
      const changes = text.match(/updateTable\('sessions'\)/g)?.length;
      expect(text.match(/await publishSessionsChanged\(/g)?.length).toBe(changes);
    }
  });

  it("no one imports another feature's routes", () => {
    const found = importsOf('server/features/').filter(({ target }) =>
      /^server\/features\/.*\/routes\.ts$/.test(target),
    );
    expect(found.map(tell)).toEqual([]);
  });

  it('what staff call is answered in one folder, which alone reads across accounts', () => {
    const rows = sources
      .filter(({ path }) => path.startsWith('contract/staff/'))
      .flatMap(({ text }) => [...text.matchAll(/^export const (\w+) = route\(/gm)].map((match) => match[1]));
    expect(rows.length).toBeGreaterThan(10);
    const answering = product
      .filter(({ path }) => path.startsWith('server/'))
      .filter((source) => rows.some((row) => new RegExp(`\\broutes\\.${row}\\b`).test(source.text)))
      .map(({ path }) => path);
    expect(answering).toEqual(['server/features/staff/routes.ts']);
    // No one else may borrow its queries, and it is reached by those calls and its own job only.
    const borrowed = importsOf('server/').filter(
      ({ path, target }) =>
        target.startsWith('server/features/staff/') && !path.startsWith('server/features/staff/'),
    );
    expect(borrowed.map(tell).sort()).toEqual([
      'server/app.ts imports server/features/staff/routes.ts',
      'server/worker.ts imports server/features/staff/reset-second-step.ts',
    ]);
  });

  it('what tests, journeys and measurements need is not needed by the product', () => {
    const found = importsOf('').filter(
      ({ path, target }) =>
        /^(e2e|bench|chaos|fuzz|run|server\/testing|web\/testing)\/|\.test\.tsx?$/.test(target) &&
        !path.startsWith('server/demo/') &&
        path !== 'playwright.config.ts',
    );
    expect(found.map(tell)).toEqual([]);
  });

  it('never in a circle', () => {
    expect(circles(new Map(sources.map(({ path, imports }) => [path, imports])))).toEqual([]);
    expect(circles(new Map(Object.entries({ a: ['b'], b: ['c'], c: ['a', 'd'], d: [] })))).toEqual([
      'a > b > c > a',
    ]);
  });
});

/** Each circle once, from the file at which the walk came into it. */
function circles(graph: Map<string, string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const walk = (path: string) => {
    if (done.has(path)) return;
    if (trail.includes(path)) {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' > '));
      return;
    }
    trail.push(path);
    for (const target of graph.get(path) ?? []) walk(target);
    trail.pop();
    done.add(path);
  };
  for (const path of graph.keys()) walk(path);
  return found;
}

describe('the server', () => {
  const server = sources.filter(({ path }) => path.startsWith('server/'));

  it('reads an address by one look: Node lets `canParse` say yes where `new URL` throws', () => {
    const found = server.filter(({ text }) => text.includes(['URL', 'canParse'].join('.')));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('connects to the database by one class, which follows the primary', () => {
    const found = product.filter(
      ({ path, text }) => path.startsWith('server/') && /new pg\.(?:Client|Pool)\(/.test(text),
    );
    // Two look at the hosts, one starts the embedded server, and one gives that class to the queue's library.
    expect(found.map(({ path }) => path).sort()).toEqual([
      'server/db/address.ts',
      'server/db/embedded.ts',
      'server/db/hosts.ts',
      'server/db/migrate.ts',
    ]);
  });

  it('opens transactions in one place', () => {
    const found = server
      .filter(({ text }) => /\.transaction\(\)|[^.]\btransact\(/.test(text))
      .map(({ path }) => path);
    expect(found.filter((path) => path !== 'server/house.test.ts')).toEqual(['server/db/connection.ts']);
  });

  describe('lets no text past the gate', () => {
    const GATE = 'server/features/texting/gate/gate.ts';
    const outsideAdapters = product.filter(({ path }) => /^server\/(?!adapters\/)/.test(path));
    const having = (pattern: RegExp) =>
      outsideAdapters.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    const asking = (question: string) =>
      outsideAdapters
        .filter(({ text, imports }) => imports.includes(GATE) && text.includes(`${question}(`))
        .map(({ path }) => path);

    it('hands texts to the carrier in one place, which has them from the claim', () => {
      const sending = outsideAdapters.filter(({ text }) => /\bcarriers?\b/i.test(text) && takesSend(text));
      expect(sending.map(({ path }) => path)).toEqual(['server/features/texting/sending/send-texts.ts']);
      expect(having(/\bclaimText\(/)).toEqual([
        'server/features/texting/sending/claim-text.ts',
        'server/features/texting/sending/send-texts.ts',
      ]);
      expect(asking('decideAtSending')).toEqual(['server/features/texting/sending/claim-text.ts']);
    });

    it('asks the carrier in few places, none of which a sandbox gets to', () => {
      const asking = having(/\bdeps\.carrier\b(?!\.(name|reachesPeople|segmentsPerSecond|answersKeyword)\b)/);
      const rooms = (path: string) => path.replace('server/features/', '');
      expect(asking.map(rooms)).toEqual(
        [
          // Only of numbers with the carrier's name, which sandboxes have none of (decision 103).
          'deletions/erase-account.ts',
          'numbers/configure-calls.ts',
          'numbers/quarantine.ts',
          'numbers/refresh-link.ts',
          // Test keys can't call them, and the database has no such orders of sandboxes.
          'landlines/check-number.ts',
          'landlines/confirm-code.ts',
          'landlines/end-at-carrier.ts',
          'landlines/follow.ts',
          'landlines/letter/sign-letter.ts',
          'landlines/open-at-carrier.ts',
          'landlines/present.ts',
          'landlines/request-code.ts',
          'landlines/routes.ts',
          'numbers/purchase.ts',
          'numbers/search-numbers.ts',
          'staff/decide-landline-order.ts',
          // What the carrier sent: nothing comes from it to a number that it doesn't have.
          'media/download-media.ts',
          'texting/receiving/webhooks.ts',
          // Its pace alone.
          'broadcasts/feed.ts',
          'broadcasts/start.ts',
          // Chosen by number.
          'texting/sending/choose-carrier.ts',
        ].sort(),
      );
    });

    it.each([
      ['await deps.carrier\n    .send({ to })', true],
      ['const { send } = deps.carrier;', true],
      ["deps.carrier['send'](text)", true],
      ["reply.type('text/xml').header('x', name(1)).send(xml)", false],
      ['we send texts', false],
    ])('%s', (text, sends) => {
      expect(takesSend(text)).toBe(sends);
    });

    it('writes texts from a few files, each of which asks it', () => {
      const store = 'server/features/texting/conversations/write-texts.ts';
      const writing: { path: string; asks: string; by?: string }[] = [
        { path: 'server/features/automations/send-due.ts', asks: 'decideAutomatic' },
        // In the same transaction.
        {
          path: 'server/features/broadcasts/feed.ts',
          asks: 'decideAutomatic',
          by: 'server/features/broadcasts/judge.ts',
        },
        { path: 'server/features/texting/receiving/receive-text.ts', asks: 'reasonsAgainst' },
        { path: 'server/features/texting/sending/accept-texts.ts', asks: 'requireSendable' },
        { path: 'server/features/texting/sending/write-automatic.ts', asks: 'decideAutomatic' },
      ];
      expect(having(/\bwriteTexts\b/).sort()).toEqual([store, ...writing.map(({ path }) => path)].sort());
      expect(writing.filter(({ path, asks, by }) => !asking(asks).includes(by ?? path))).toEqual([]);
      // The others put down what came in.
      expect(having(/insert\s?into\b[\s('"]*messages\b/i).sort()).toEqual([
        store,
        'server/features/texting/receiving/note-call.ts',
        'server/features/texting/receiving/write-inbound.ts',
      ]);
    });
  });

  it('hashes passwords in one place, which bounds how many at once', () => {
    const found = product.filter(({ text }) => text.includes("'@node-rs/argon2'"));
    expect(found.map(({ path }) => path)).toEqual(['server/features/auth/passwords.ts']);
  });

  it('raises signals after the commit, and sends them from one room', () => {
    const byHand = product.filter(
      ({ path, text }) =>
        !/^server\/(db|live|adapters\/signals)\//.test(path) &&
        /\blistenTo\(|\.raise\(|`(notify|listen) /.test(text),
    );
    expect(byHand.map(({ path }) => path)).toEqual([]);
    const writes = product.filter(({ text }) => /insert\s?into\b[\s('"]*(live|carrier)_events\b/i.test(text));
    expect(writes.map(({ path }) => path).sort()).toEqual([
      'server/features/maintenance/store.ts',
      'server/features/texting/conversations/write-texts.ts',
      'server/features/texting/receiving/carrier-events.ts',
      'server/features/texting/receiving/write-inbound.ts',
      'server/live/publish.ts',
    ]);
    expect(writes.filter(({ text }) => !text.includes('raiseAfterCommit('))).toEqual([]);
  });

  it('looks in the web at nothing of a call but what the build keeps of it', () => {
    const looked = product
      .filter(({ path }) => path.startsWith('web/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\broutes\.\w+\.(\w+)/g)].map(([, part = '']) => ({ path, part })),
      );
    expect(looked.filter(({ part }) => !IN_BROWSERS.includes(part))).toEqual([]);
    expect(looked).not.toEqual([]);
  });

  it('reads files that people send in one place', () => {
    const found = product.filter(({ text }) => /\brequest\.(file|files|parts|formData)\(/.test(text));
    expect(found.map(({ path }) => path)).toEqual(['server/http/read-file.ts']);
  });

  it('reads the environment in one place', () => {
    const found = product.filter(
      ({ path, text }) => path.startsWith('server/') && text.includes('process.env'),
    );
    // The path to programs is handed on to the database server.
    expect(found.map(({ path }) => path).sort()).toEqual(['server/db/embedded-home.ts', 'server/main.ts']);
  });

  it('puts no value into the text of a statement', () => {
    const found = product
      .filter(({ path }) => path.startsWith('server/'))
      .flatMap(({ path, text }) => spliced(text).map((statement) => `${path}: ${statement}`));
    expect(found).toEqual([]);
  });

  const put = (name: string) => `$\{${name}}`;
  it.each([
    [`\`select * from users where id = ${put('id')}\``, 1],
    [`sql\`select * from users where id = ${put('id')}\``, 0],
    [`sql<{ id: string; at: Date }>\`select * from users where id = ${put('id')}\``, 0],
    [`\`select now() - interval '${put('GRACE')}'\``, 0],
    [`\`It can be selected from ${put('place')}\``, 0],
  ])('%s', (text, count) => {
    expect(spliced(text)).toHaveLength(count);
  });

  it('selects no column as text under its own name, since ORDER BY would sort the text', () => {
    const found = server.flatMap(({ path, text }) => disguised(text).map((column) => `${path}: ${column}`));
    expect(found.filter((line) => !line.startsWith('server/house.test.ts'))).toEqual([]);
  });

  it.each([
    ['`select id::text from t order by id`', 1],
    ['`select t.id::text as id from t order by id`', 1],
    ['\'select id::text as "id", name from t\'', 1],
    ['`select id::text as cursor, name from t order by id`', 0],
    ['`select name from t where id = any($1::text[])`', 0],
  ])('%s', (text, count) => {
    expect(disguised(text)).toHaveLength(count);
  });
});

/** Whether something but a reply is asked to send, or its `send` taken out. */
function takesSend(text: string): boolean {
  const withoutReplies = text.replaceAll(/\breply(?:\s*\.\w+\((?:[^()]|\([^()]*\))*\))*\s*\.send\b/g, '');
  return /\.\s*send\b|\[['"`]send['"`]|\bconst \{[^{}]*\bsend\b[^{}]*\} =/.test(withoutReplies);
}

const STATEMENT = /^\s*(select|insert into|update|delete from|with|create|drop|alter|truncate)\s/;

/** Statements with something put in that is neither a parameter nor a constant of the file. */
function spliced(text: string): string[] {
  return [...text.matchAll(/(\bsql(?:<[^`()]*>)?)?`([^`]*)`/g)]
    .filter(([, tag, body = '']) => tag === undefined && STATEMENT.test(body))
    .map(([, , body = '']) => body)
    .filter((body) => [...body.matchAll(/\$\{([^}]*)\}/g)].some(([, put = '']) => !/^[A-Z_]+$/.test(put)));
}

/** Columns of select lists that come out as text and are still called what they were called. */
function disguised(text: string): string[] {
  return [...text.matchAll(/\bselect\b((?:(?!\bselect\b)[\s\S])*?)\bfrom\b/gi)].flatMap(([, list = '']) =>
    [...list.matchAll(/\b(\w+)::text\b(?!\[)(?:\s+as\s+"?(\w+)"?)?/g)]
      .filter(([, column, alias]) => alias === undefined || alias === column)
      .map(([cast]) => cast),
  );
}

describe('files', () => {
  it('are called by what is in them', () => {
    const vague = /(^|\/)(utils|common|types|services|helpers)(\.\w+)?(\/|$)|(^|\/)index\.[jt]sx?$/;
    expect(files.filter((path) => vague.test(path))).toEqual([]);
  });

  it('have names in kebab-case', () => {
    const kebab = /^\.?[a-z0-9]+([.-][a-z0-9]+)*$/;
    const odd = files.filter((path) => !path.split('/').every((name) => kebab.test(name)));
    expect(
      odd
        .filter(
          (path) => !['README.md', 'SECURITY.md', 'CHANGELOG.md', 'Dockerfile'].includes(basename(path)),
        )
        // n8n finds the class by the name of its file.
        .filter((path) => !/^integrations\/n8n\/.*\.(node|credentials)\.js$/.test(path)),
    ).toEqual([]);
  });

  it('in CSS modules select by a class, since nothing else stays in its module', () => {
    const modules = files.filter((path) => path.endsWith('.module.css'));
    expect(modules.length).toBeGreaterThan(20);
    const loose = (path: string) => /^\[[^\n]*/m.exec(readFileSync(join(checkout, path), 'utf8'))?.[0];
    expect(modules.flatMap((path) => (loose(path) ? [`${path}: ${loose(path)}`] : []))).toEqual([]);
  });

  it('export by name, but where a tool asks for a default', () => {
    const found = sources.filter(({ text }) => /^export default\b|\bas default\b/m.test(text));
    const paths = found.map(({ path }) => path).filter((path) => path !== 'server/house.test.ts');
    expect(
      paths.filter((path) => !/^[\w-]+\.config\.ts$|^integrations\/zapier\/zapier-app\.js$/.test(path)),
    ).toEqual([]);
  });

  it('name no machine', () => {
    const binary = /\.(png|jpe?g|gif|ico|woff2?|pdf|vcf)$/;
    const found = files
      .filter((path) => !binary.test(path))
      .filter((path) =>
        /(^|[\s'"`(=:])\/(work|root|home|Users)\//m.test(readFileSync(join(checkout, path), 'utf8')),
      );
    expect(found).toEqual([]);
  });

  it('name no package registry', () => {
    const lock = readFileSync(join(checkout, 'package-lock.json'), 'utf8');
    expect(lock.split('\n').filter((line) => /"resolved":|registry/.test(line))).toEqual([]);
    expect(readFileSync(join(checkout, '.npmrc'), 'utf8')).not.toMatch(/registry\s*=|_auth/);
  });

  it('number each decision once, as its title does', () => {
    const records = files.filter((path) => /^docs\/decisions\/\d{4}-[\w-]+\.md$/.test(path));
    const titled = records.map((path) => ({
      inName: Number(basename(path).slice(0, 4)),
      inTitle: Number(/^# (\d+)\./.exec(readFileSync(join(checkout, path), 'utf8'))?.[1]),
    }));
    expect(titled.filter(({ inName, inTitle }) => inName !== inTitle)).toEqual([]);
    expect(new Set(titled.map(({ inName }) => inName)).size).toBe(records.length);
    expect(records.length).toBeGreaterThan(0);
  });

  const pages = files
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(checkout, path), 'utf8') }));

  it('in Markdown have no line over 140 characters', () => {
    const long = pages.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (line.length > 140 ? [`${path}:${index + 1}`] : [])),
    );
    expect(pages.length).toBeGreaterThan(0);
    expect(long).toEqual([]);
  });

  it('in Markdown link to files that exist', () => {
    const links = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => ({ path, target })),
    );
    const ours = links.filter(({ target }) => !/^[a-z]+:/.test(target));
    const dead = ours.filter(({ path, target }) => !existsSync(join(checkout, dirname(path), target)));
    expect(ours.length).toBeGreaterThan(0);
    expect(dead.map(({ path, target }) => `${path} links to ${target}`)).toEqual([]);
  });

  describe('the page on security', () => {
    const [chapters = '', notMet = ''] = readFileSync(join(checkout, 'docs/security.md'), 'utf8').split(
      '\n## Not met\n',
    );
    /** How many sections each chapter of OWASP ASVS 5.0 has. */
    const SECTIONS = [5, 4, 7, 4, 4, 8, 6, 4, 2, 7, 7, 3, 4, 3, 4, 5, 3];

    it('has a word on every section of ASVS', () => {
      const all = SECTIONS.flatMap((count, chapter) =>
        Array.from({ length: count }, (_, section) => `${chapter + 1}.${section + 1}`),
      );
      expect([...chapters.matchAll(/^- \*\*(\d+\.\d+) /gm)].map(([, section]) => section)).toEqual(all);
    });

    it('explains at its end what is not met, and nothing else', () => {
      const numbers = (text: string, list: RegExp) =>
        [...text.matchAll(list)].flatMap(([, found = '']) => found.split(/,\s+/));
      const named = numbers(chapters, /Not met:\s+([\d.,\s]+\d)/g);
      const explained = numbers(notMet, /^- \*\*([\d.]+) /gm);
      expect(explained.length).toBeGreaterThan(0);
      expect(explained).toEqual(named);
    });
  });

  describe('the guide to adding a feature', () => {
    const guide = readFileSync(join(checkout, 'docs/adding-a-feature.md'), 'utf8');
    const [steps = '', field = ''] = guide.split('## Adding a field');
    const mention = (word: RegExp) => (path: string) =>
      existsSync(join(checkout, path)) && word.test(readFileSync(join(checkout, path), 'utf8'));

    it('names files that contain its example', () => {
      const named = [...steps.matchAll(/^\| `([\w./-]+)` \|/gm)].map(([, path = '']) => path);
      expect(named.length).toBeGreaterThan(20);
      expect(named.filter((path) => !mention(/registration/i)(path))).toEqual([]);
    });

    it('names the files that have a field of a candidate, and no others of the product have it', () => {
      const named = [...field.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path = '']) => path);
      expect(named.length).toBeGreaterThan(6);
      expect(named.filter((path) => !mention(/\bjobTitle|job_title|FOUND_BY\b/)(path))).toEqual([]);
      const holding = product
        .filter(({ text }) => /\bjobTitle\b|\bjob_title\b/.test(text))
        .map(({ path }) => path)
        .filter((path) => !/^server\/(demo|adapters\/ats)\//.test(path) && !named.includes(path));
      // The inbox shows a job title in its rows, the picker and the list of candidates, texts can have it, drafters get it, and
      // systems send it, and a keyword can ask for it; a field need not.
      expect(holding).toEqual([
        'contract/conversations.ts',
        'contract/imports.ts',
        'contract/keywords.ts',
        'integrations/n8n/n8n-nodes-hiretext/nodes/Hiretext.node.js',
        'integrations/zapier/creates.js',
        'server/adapters/drafter/built-in/built-in.ts',
        'server/adapters/drafter/model/prompt.ts',
        'server/adapters/drafter/port.ts',
        'server/adapters/drafter/suite.ts',
        'server/features/ats/candidate-fields.ts',
        'server/features/ats/save-people.ts',
        'server/features/automations/candidate-facts.ts',
        'server/features/automations/listed-store.ts',
        'server/features/automations/present-planned.ts',
        'server/features/broadcasts/audience.ts',
        'server/features/broadcasts/store.ts',
        'server/features/drafts/load-request.ts',
        'server/features/drafts/make-draft.ts',
        'server/features/hiring/records/people.ts',
        'server/features/imports/rows/columns.ts',
        'server/features/imports/rows/read-row.ts',
        'server/features/keywords/join-by-text.ts',
        'server/features/texting/conversations/present.ts',
        'server/features/texting/conversations/store.ts',
        'server/features/texting/sending/merge-values.ts',
        'web/features/candidates/candidate-row.tsx',
        'web/features/conversations/conversation/conversation-header.tsx',
        'web/features/imports/mapping-table.tsx',
        'web/features/keywords/keyword-dialog.tsx',
        'web/features/recipients/recipient-picker.tsx',
        'web/features/writing/preview-values.ts',
      ]);
    });
  });
});
