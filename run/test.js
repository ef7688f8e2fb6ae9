/*
 * node run/test.js            everything
 * node run/test.js <stage>... only these, e.g. types lint quick (`npm run test:quick`)
 * node run/test.js --long     with every property, walk and crash whole (`npm run test:long`)
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { ensureBuilt } from './build.js';
import { checkout, command, compileCache, Stop } from './checkout.js';
import { ensureInstalled, findNode } from './install.js';
import { previousRelease, withPrevious } from './previous.js';
import { findVulnerabilities } from './vulnerabilities.js';

const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'node_modules/@playwright/test/cli.js';
/** What the quick run skips: slow tests, and rooms whose tests you run when you change them. */
const slow = [
  'fuzz/**',
  'integrations/**',
  'operate/**/*.db.test.ts',
  'run/**',
  'server/adapters/**',
  'server/{backups,cells}/**',
  'server/db/{embedded,hosts,pg-bouncer,replicas,tls}.db.test.ts',
  'server/features/{accounts,analytics,api-keys,ats,audit,auth,automations,billing,broadcasts,calls,candidates,cells,connected-apps,deletions,drafts,events,evidence,exports,hiring/jobs,hiring/onboardings,imports,keywords,landlines,links,mcp,media,numbers,out-of-office,proposals,push,registration,retention,sandboxes,scheduling,sso,staff,support,team,templates,texting/{contact-card,kept-drafts,notes,search,touches,unread},users,views,webhooks}/**/*.db.test.ts',
  'server/{demo,mail,queue}/**/*.db.test.ts',
  'server/{alerts,raw-input,watchdog}.test.ts',
  'web/lib/api/kept-answers.test.tsx',
  'server/features/texting/receiving/{receive-order,unprocessed}.db.test.ts',
  'server/features/texting/sending/{crash,crossing,send-later}.db.test.ts',
  'server/features/imports/reading/**',
  'server/{growth,log-privacy,main,metrics,traces,watching,worker}.db.test.ts',
  'server/http/**/*.db.test.ts',
  'server/http/permissions.test.ts',
  'server/live/**/*.db.test.ts',
  'web/features/{analytics,audit,auth,automations,billing,broadcasts,calendars,candidates,connected-apps,contact-card,delivery,drafts,exports,imports,integrations,jobs,keywords,notifications,numbers,onboardings,out-of-office,plans,proposals,registration,retention,search,simulator,sso,staff,support,team,templates,texting-hours,time-offers,users,webhooks}/**',
  'web/features/conversations/panel/**',
  'web/features/messages/thread/long-thread.test.tsx',
  'web/features/writing/lint/**',
];
/** Debian's and Ubuntu's. */
const postgres15 = '/usr/lib/postgresql/15/bin';
/** They check what the database looks like, not whether the previous release can work with it. */
const aboutTheSchema = ['server/db/schema.db.test.ts', 'server/growth.db.test.ts'];
const typesOptions = [
  '--noEmit',
  // More checkers would each check many of the same files: twice the work.
  '--checkers',
  '1',
];
/**
 * For some stages only: tsc keeps its results, and next time checks what has changed. TypeScript 7.0.2 then misses errors in files
 * that get a changed type through another file, so the whole run checks everything.
 */
const incremental = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'];
/** Files. A machine that's busy for a moment can make a few fail. More than that is a defect, and running them again takes long. */
const RUN_AGAIN_AT_MOST = 5;
const everything = ['types', 'lint', 'tests', 'build', 'journeys'];
/** These need one core and no quiet: they run one after the other alongside the rest, whose tests often wait. */
const beside = ['types', 'lint'];

await command(async () => {
  ensureInstalled();
  const node = findNode();
  const reports = mkdtempSync(join(tmpdir(), 'hiretext-reports-'));
  // server/testing/how-long.ts looks at it.
  if (process.argv.includes('--long')) process.env.TEST_LONG = '1';
  const asked = process.argv.slice(2).filter((each) => each !== '--long');
  const stages = stagesWith(node, reports, { isWhole: asked.length === 0 });
  for (const name of asked) {
    if (!(name in stages))
      throw new Stop(`There's no stage "${name}". Use one of ${Object.keys(stages).join(', ')}.`);
  }
  try {
    const names = asked.length > 0 ? asked : everything;
    const found = await Promise.all([
      inTurn(
        names.filter((name) => beside.includes(name)),
        stages,
      ),
      inTurn(
        names.filter((name) => !beside.includes(name)),
        stages,
      ),
    ]);
    const total = { passed: 0, failed: 0, skipped: 0 };
    // What they printed about it may be far above.
    for (const { name, counts, failures = [], flaky = [] } of found.flat()) {
      for (const key of Object.keys(total)) total[key] += counts[key];
      if (counts.failed > 0) console.log([`\nFailed: ${name}`, ...failures].join('\n  '));
      if (flaky.length > 0) console.log([`\nPassed only when run again: ${name}`, ...flaky].join('\n  '));
    }
    const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
    console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
    return total.failed > 0 ? 1 : 0;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});

async function inTurn(names, stages) {
  const found = [];
  for (const name of names) {
    if (!beside.includes(name)) console.log(`\n== ${name}`);
    const { failures, flaky, ...counts } = await stages[name]();
    found.push({ name, counts, failures, flaky });
  }
  return found;
}

function stagesWith(node, reports, { isWhole }) {
  // Tools that start "node" themselves get the same one.
  const PATH = [dirname(node), join(checkout, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const start = (args, options) =>
    spawn(node, args, {
      cwd: checkout,
      stdio: 'inherit',
      ...options,
      env: { ...process.env, PATH, NODE_COMPILE_CACHE: compileCache, ...options.env },
    });
  const run = async (args, env = {}, cwd = checkout) => {
    const [status] = await once(start(args, { env, cwd }), 'close');
    return status === 0;
  };
  const runBeside = async (name, args) => {
    const child = start(args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    const [status] = await once(child, 'close');
    console.log(`\n== ${name}\n${output.trimEnd()}`);
    return single(status === 0);
  };
  const runTests = async (options, env, cwd) => {
    const report = join(reports, 'vitest.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const ok = await run([vitest, 'run', ...reporters, ...options], env, cwd);
    return { ok, files: reportIn(report)?.testResults ?? null };
  };
  const tests = async (options = [], env = {}, cwd = checkout) => {
    const { ok, files } = await runTests(options, env, cwd);
    const failing = files?.filter(({ status }) => status === 'failed') ?? [];
    if (failing.length === 0 || failing.length > RUN_AGAIN_AT_MOST) return countedTests(ok, files);
    console.log('\n== tests that failed, again and with nothing beside them');
    const again = await runTests([...options, ...failing.map(({ name }) => relative(cwd, name))], env, cwd);
    // The first report's files, each in its last state.
    const last = new Map([...files, ...(again.files ?? [])].map((file) => [file.name, file]));
    const counts = countedTests(again.ok, again.files && [...last.values()]);
    return counts.failed > 0 ? counts : { ...counts, flaky: failing.flatMap(failuresOfFile) };
  };
  return {
    types: () =>
      runBeside('types', [
        'node_modules/typescript/bin/tsc',
        ...['-p', '.', ...typesOptions],
        ...(isWhole ? [] : incremental),
      ]),
    lint: () => runBeside('lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '.']),
    quick: () => tests(slow.map((files) => `--exclude=${files}`)),
    tests: () => tests(),
    postgres: () => {
      if (!existsSync(postgres15))
        throw new Stop("PostgreSQL 15 isn't installed. Install it with: apt-get install postgresql-15");
      return tests(['--project=db'], { TEST_POSTGRES_PROGRAMS: postgres15 });
    },
    previous: () =>
      withPrevious(previousRelease(), (folder) =>
        tests(['--project=db', ...aboutTheSchema.map((files) => `--exclude=${files}`)], {}, folder),
      ),
    dependencies: () => tests(['run/dependencies.test.ts']),
    vulnerabilities: () => vulnerabilities(),
    build: async () => single(await builds(node)),
    journeys: async () => {
      const report = join(reports, 'playwright.json');
      const ok = await run([playwright, 'test', '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      });
      const found = reportIn(report);
      if (found === null) return single(false);
      const { stats, suites } = found;
      return orFailed(ok, {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        skipped: stats.skipped,
        failures: specsOf(suites, 'unexpected'),
        flaky: specsOf(suites, 'flaky'),
      });
    },
  };
}

async function builds(node) {
  try {
    await ensureBuilt(node);
    return true;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    return false;
  }
}

/** A registry that doesn't answer isn't our failure. */
function vulnerabilities() {
  const found = findVulnerabilities();
  if (found === null) {
    console.log("The package registry doesn't tell about vulnerabilities, so this wasn't checked.");
    return { passed: 0, failed: 0, skipped: 1 };
  }
  for (const line of found) console.error(line);
  return single(found.length === 0);
}

/** A stage that is one test by itself. */
function single(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

function reportIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(`This stage left no report: ${error.message}`);
    return null;
  } finally {
    rmSync(path, { force: true });
  }
}

function countedTests(ok, files) {
  if (files === null) return single(false);
  const statuses = files.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length;
  return orFailed(ok, {
    passed: count('passed'),
    failed: count('failed') + files.filter(couldNotLoad).length,
    skipped: count('skipped', 'pending', 'todo'),
    failures: files.flatMap(failuresOfFile),
  });
}

/** A stage that failed without a failed test counts as one failure. */
function orFailed(ok, counts) {
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function failuresOfFile(file) {
  const path = relative(checkout, file.name);
  if (couldNotLoad(file)) return [`${path}: ${firstLines(file.message)}`];
  return file.assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `${path}: ${test.fullName}\n    ${firstLines(test.failureMessages.join('\n'))}`);
}

/** Those that ended so, with what the page showed when they failed. */
function specsOf(suites, status) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map((spec) => `e2e/${spec.file}:${spec.line}: ${spec.title}\n    ${screenOf(spec)}`),
    ...specsOf(inner, status),
  ]);
}

/** What the page showed, for a run whose pictures are out of reach. */
function screenOf({ tests }) {
  const attachments = tests.flatMap(({ results }) => results.flatMap((result) => result.attachments));
  const context = attachments.find(({ name }) => name === 'error-context');
  if (context === undefined || !existsSync(context.path)) return '';
  const [, screen = ''] = readFileSync(context.path, 'utf8').split('```yaml');
  const lines = screen.split('```')[0].split('\n');
  return lines.filter((line) => !/^\s*(- img|- \/url: .*)?$/.test(line)).join('\n    ');
}

function firstLines(text) {
  const ours = text.split('\n').filter((line) => line.trim() !== '' && !line.includes('node_modules'));
  return ours.slice(0, 12).join('\n    ');
}

function couldNotLoad({ status, assertionResults }) {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed');
}
