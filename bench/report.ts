import { cpus, totalmem } from 'node:os';
import type { FirstLoads } from './first-load.ts';
import type { InboxResult } from './inbox.ts';
import type { LatencyResult } from './live.ts';
import type { Comparison } from './load.ts';

export interface Results {
  machine: { cores: number; memoryGb: number; node: string; postgres: string };
  inbound: Comparison & { workedInPerSecond: number };
  sending: Comparison;
  inbox: InboxResult;
  latency: LatencyResult;
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

interface Line {
  what: string;
  measured: string;
  target: string;
  isMet: boolean;
}

export function linesOf(results: Results): Line[] {
  const { inbound, sending, inbox, latency, idleMemoryMb, firstLoads } = results;
  const count = (value: number) => Math.round(value).toLocaleString('en-US');
  return [
    {
      what: 'Inbound webhooks, signed and stored, against the yardstick',
      measured: `${count(inbound.perSecond)}/s, ${inbound.ratio.toFixed(2)} of ${count(inbound.yardstickPerSecond)}/s`,
      target: 'at least 0.5',
      isMet: inbound.ratio >= 0.5,
    },
    {
      what: '`POST /v1/messages` accepted, against the yardstick',
      measured: `${count(sending.perSecond)}/s, ${sending.ratio.toFixed(2)} of ${count(sending.yardstickPerSecond)}/s`,
      target: 'at least 0.4',
      isMet: sending.ratio >= 0.4,
    },
    {
      what: `A page of 50 of the inbox with ${count(inbox.small.conversations)} conversations, p50`,
      measured: `${inbox.small.p50Ms.toFixed(2)} ms`,
      target: 'under 5 ms',
      isMet: inbox.small.p50Ms < 5,
    },
    {
      what: `The same with ${count(inbox.large.conversations)} conversations, p50, against the small one`,
      measured: `${inbox.large.p50Ms.toFixed(2)} ms, ${inbox.ratio.toFixed(2)} times as long`,
      target: 'at most 1.3 times',
      isMet: inbox.ratio <= 1.3,
    },
    {
      what: 'From webhook to browser at 50 texts a second, p95',
      measured: `${latency.p95Ms.toFixed(0)} ms (p50 ${latency.p50Ms.toFixed(0)} ms)`,
      target: 'under 100 ms',
      isMet: latency.p95Ms < 100,
    },
    {
      what: 'Memory of the idle server process',
      measured: `${idleMemoryMb.toFixed(0)} MB`,
      target: 'under 200 MB',
      isMet: idleMemoryMb < 200,
    },
    {
      what: 'JavaScript of the first load of the inbox, gzipped',
      measured: `${firstLoads.inboxKb.toFixed(0)} KB`,
      target: 'at most 250 KB',
      isMet: firstLoads.inboxKb <= 250,
    },
    {
      what: 'The same of the sign-in screen',
      measured: `${firstLoads.loginKb.toFixed(0)} KB`,
      target: 'at most 120 KB',
      isMet: firstLoads.loginKb <= 120,
    },
  ];
}

export function documentOf(results: Results): string {
  const { cores, memoryGb, node, postgres } = results.machine;
  const rows = linesOf(results).map(
    (line) => `| ${line.what} | ${line.measured} | ${line.target} | ${line.isMet ? 'yes' : '**no**'} |`,
  );
  return `# Benchmarks

Measured by \`npm run bench -- --write-docs\` on ${cores} cores and ${memoryGb} GB of memory, with Node ${node} and
PostgreSQL ${postgres}; server, database and load generator share the machine.

| what | measured | target | met |
| --- | --- | --- | --- |
${rows.join('\n')}

Stored webhooks are worked into conversations afterwards: ${Math.round(results.inbound.workedInPerSecond).toLocaleString('en-US')} texts a second from the first call until the last text
could be read, while new ones kept coming in.

The yardstick, measured by turns with what it is compared with, is a bare Fastify that stores each request by one prepared
INSERT into the same database. Rates are the median of three rounds at 16 connections; every request is a different one,
and any answer but 2xx spoils the run. The carrier is a stand-in for Twilio on the same machine.
`;
}
