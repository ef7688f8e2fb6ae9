import { cpus, totalmem } from 'node:os';
import type { AnalyticsResult } from './analytics.ts';
import type { AutomationsResult } from './automations.ts';
import type { FirstLoads } from './first-load.ts';
import type { InboxResult } from './inbox.ts';
import type { LatencyResult } from './live.ts';
import type { Comparison } from './load.ts';
import type { RenderingResult } from './rendering.ts';
import type { TextSearchResult } from './search.ts';
import type { SendingResult } from './sending.ts';
import type { TemplateSearchResult } from './templates.ts';

export interface Results {
  machine: { cores: number; memoryGb: number; node: string; postgres: string };
  inbound: Comparison & { workedInPerSecond: number };
  workingIn: Comparison;
  sending: SendingResult;
  inbox: InboxResult;
  latency: LatencyResult;
  rendering: RenderingResult;
  templateSearch: TemplateSearchResult;
  automations: AutomationsResult;
  /** Compared to the same without counting. */
  countingCost: { sending: Comparison; receiving: Comparison };
  analytics: AnalyticsResult;
  textSearch: TextSearchResult;
  idleMemoryMb: number;
  firstLoads: FirstLoads;
}

export function machine(postgres: string): Results['machine'] {
  return {
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    node: process.versions.node,
    postgres,
  };
}

function slowest({ cases }: TextSearchResult): string {
  const [first] = cases.toSorted((one, other) => other.p95Ms - one.p95Ms);
  if (first === undefined) return 'none';
  const { who, what, p95Ms } = first;
  const yardstickMs = cases.find((each) => each.what === what && each.yardstickMs !== null)?.yardstickMs ?? 0;
  return `${p95Ms.toFixed(0)} ms against ${yardstickMs.toFixed(0)} ms: ${what}, ${who}`;
}

interface Line {
  what: string;
  measured: string;
  target: string;
  isMet: boolean;
}

export function linesOf(results: Results): Line[] {
  const { inbound, workingIn, sending, inbox, latency, idleMemoryMb, firstLoads } = results;
  const { rendering, templateSearch, automations, countingCost, analytics, textSearch } = results;
  const count = (value: number) => Math.round(value).toLocaleString('en-US');
  const compared = ({ perSecond, yardstickPerSecond, ratio }: Comparison) =>
    `${count(perSecond)}/s, ${ratio.toFixed(2)} of ${count(yardstickPerSecond)}/s`;
  return [
    {
      what: 'Inbound webhooks, signed and stored, compared to the yardstick',
      measured: compared(inbound),
      target: 'at least 0.5',
      isMet: inbound.ratio >= 0.5,
    },
    {
      what: 'Stored texts worked in, compared to the yardstick',
      measured: compared(workingIn),
      target: 'at least 0.35',
      isMet: workingIn.ratio >= 0.35,
    },
    {
      what: '`POST /v1/messages` accepted, compared to the yardstick',
      measured: compared(sending.few),
      target: 'at least 0.4',
      isMet: sending.few.ratio >= 0.4,
    },
    {
      what: 'The same at 64 connections',
      measured: compared(sending.many),
      target: 'at least 0.6',
      isMet: sending.many.ratio >= 0.6,
    },
    {
      what: `50 rows of an inbox with ${count(inbox.small.conversations)} conversations, p50`,
      measured: `${inbox.small.p50Ms.toFixed(2)} ms`,
      target: 'under 5 ms',
      isMet: inbox.small.p50Ms < 5,
    },
    {
      what: `The same with ${count(inbox.large.conversations)} conversations, p50, compared to the small one`,
      measured: `${inbox.large.p50Ms.toFixed(2)} ms, ${inbox.ratio.toFixed(2)} times as long`,
      target: 'at most 1.3 times',
      isMet: inbox.ratio <= 1.3,
    },
    {
      what: 'The small one, p50, compared to the page of the yardstick',
      measured: `${inbox.yardstickRatio.toFixed(1)} times its ${inbox.yardstickP50Ms.toFixed(2)} ms`,
      target: 'at most 3 times',
      isMet: inbox.yardstickRatio <= 3,
    },
    {
      what: 'The same after 11 seconds without calls, p95, compared to steady calls',
      measured: `${inbox.cold.p95Ms.toFixed(1)} ms, ${inbox.cold.ratio.toFixed(1)} times ${inbox.cold.warmP95Ms.toFixed(1)} ms`,
      target: 'at most 2 times',
      isMet: inbox.cold.ratio <= 2,
    },
    {
      what: 'From webhook to browser at 50 texts a second, p95',
      measured: `${latency.p95Ms.toFixed(0)} ms (p50 ${latency.p50Ms.toFixed(0)} ms)`,
      target: 'under 100 ms',
      isMet: latency.p95Ms < 100,
    },
    {
      what: `${count(rendering.texts)} texts with their merge attributes filled in, on one core`,
      measured: `${rendering.ms.toFixed(0)} ms`,
      target: 'under 1,000 ms',
      isMet: rendering.ms < 1000,
    },
    {
      what: `Looking for one of ${count(templateSearch.templates)} templates in the composer, p95`,
      measured: `${templateSearch.p95Ms.toFixed(1)} ms`,
      target: 'under 50 ms',
      isMet: templateSearch.p95Ms < 50,
    },
    {
      what: `Planning the reminders of ${count(automations.interviews)} interviews that come at once`,
      measured: `${automations.planningSeconds.toFixed(0)} s`,
      target: 'under 120 s',
      isMet: automations.planningSeconds < 120,
    },
    {
      what: `Claiming ${count(automations.due)} automatic texts of the same minute`,
      measured: `${automations.claimingSeconds.toFixed(0)} s`,
      target: 'under 60 s',
      isMet: automations.claimingSeconds < 60,
    },
    {
      what: 'Texts accepted while texts are counted, compared to the same without counting',
      measured: compared(countingCost.sending),
      target: 'at least 0.95',
      isMet: countingCost.sending.ratio >= 0.95,
    },
    {
      what: 'The same for stored texts worked in',
      measured: compared(countingCost.receiving),
      target: 'at least 0.95',
      isMet: countingCost.receiving.ratio >= 0.95,
    },
    {
      what: `Counting ${count(analytics.texts)} texts again, without figures to begin with`,
      measured: `${count(analytics.countedPerSecond)}/s`,
      target: 'at least 200,000/s',
      isMet: analytics.countedPerSecond >= 200_000,
    },
    {
      what: 'The same once more, with nothing to correct',
      measured: `${count(analytics.countedAgainPerSecond)}/s`,
      target: 'at least 200,000/s',
      isMet: analytics.countedAgainPerSecond >= 200_000,
    },
    {
      what: 'Analytics of a year of them, 200 people, p95',
      measured: `${analytics.year.p95Ms.toFixed(0)} ms (p50 ${analytics.year.p50Ms.toFixed(0)} ms)`,
      target: 'under 150 ms',
      isMet: analytics.year.p95Ms < 150,
    },
    {
      what: 'The same of 30 days',
      measured: `${analytics.month.p95Ms.toFixed(0)} ms (p50 ${analytics.month.p50Ms.toFixed(0)} ms)`,
      target: 'under 150 ms',
      isMet: analytics.month.p95Ms < 150,
    },
    {
      what: "One person's year",
      measured: `${analytics.personsYear.p95Ms.toFixed(0)} ms (p50 ${analytics.personsYear.p50Ms.toFixed(0)} ms)`,
      target: 'under 150 ms',
      isMet: analytics.personsYear.p95Ms < 150,
    },
    {
      what: `Searching ${count(textSearch.texts)} texts of one account, by admins and members, rare and common words, p95`,
      measured: `${textSearch.all.p95Ms.toFixed(0)} ms (p50 ${textSearch.all.p50Ms.toFixed(0)} ms)`,
      target: 'under 100 ms',
      isMet: textSearch.all.p95Ms < 100,
    },
    {
      what: 'The slowest kind of search, p95, compared to one index of all words',
      measured: slowest(textSearch),
      target: 'under 150 ms',
      isMet: Math.max(...textSearch.cases.map(({ p95Ms }) => p95Ms)) < 150,
    },
    {
      what: 'Memory of the idle server process',
      measured: `${idleMemoryMb.toFixed(0)} MB`,
      target: 'under 200 MB',
      isMet: idleMemoryMb < 200,
    },
    {
      what: 'JavaScript on the first load of the inbox, gzipped',
      measured: `${firstLoads.inboxKb.toFixed(0)} KB`,
      target: 'at most 225 KB',
      isMet: firstLoads.inboxKb <= 225,
    },
    {
      what: 'The same for the sign-in screen',
      measured: `${firstLoads.loginKb.toFixed(0)} KB`,
      target: 'at most 140 KB',
      isMet: firstLoads.loginKb <= 140,
    },
    {
      what: 'The same for signing up',
      measured: `${firstLoads.registerKb.toFixed(0)} KB`,
      target: 'at most 190 KB',
      isMet: firstLoads.registerKb <= 190,
    },
  ];
}

export function documentOf(results: Results): string {
  const { cores, memoryGb, node, postgres } = results.machine;
  const rows = linesOf(results).map(
    (line) => `| ${line.what} | ${line.measured} | ${line.target} | ${line.isMet ? 'yes' : '**no**'} |`,
  );
  return `# Benchmarks

Measured with \`npm run bench -- --write-docs\` on ${cores} cores and ${memoryGb} GB of memory, with Node ${node} and
PostgreSQL ${postgres}. Server, database and load generator share the machine.

| what | measured | target | met |
| --- | --- | --- | --- |
${rows.join('\n')}

After webhooks are stored, they go into conversations at ${Math.round(results.inbound.workedInPerSecond).toLocaleString('en-US')} texts a second, from the first call until
the last text could be read, while new ones kept coming in.

The yardstick is a bare Fastify that stores each request with one prepared INSERT in the same database, or reads 50 rows of as
many bytes with one prepared SELECT from one index. It takes turns with what it is compared to. Rates are the median of three
rounds, at 16 connections where nothing else is said. Every request is different, and any
answer other than 2xx spoils the run. The carrier is a fake Twilio on the same machine. What a change costs is
measured by turns, side by side with the version before it (\`bench/turns.ts\`).
`;
}
