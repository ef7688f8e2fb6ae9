import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { API_BASE } from '../contract/api.ts';
import * as routes from '../contract/routes.ts';
import { signUpWithTexts, startGround } from './ground.ts';
import { type AnyRequest, quantile, timedLoad } from './load.ts';
import { spawnProgram } from './processes.ts';

/*
 * node run/with-node.js bench/traces.ts [--rounds 15] [--seconds 2]
 * What traces cost the processor of a web node, by turns: none, one in ten, all. Processor time, so that other load on the machine
 * counts less; each round is compared with its own turn without traces.
 */

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, seconds: { type: 'string', default: '2' } },
});
const seconds = Number(values.seconds);
const SHARES = ['none', '0.1', '1'] as const;
const LOADS = ['texts, 1 at a time', 'texts, 16', 'pages of the inbox, 8'];
const closing: (() => unknown)[] = [];

try {
  const ground = await startGround('traces', { closing, say });
  const collector = await startCollector();
  closing.push(collector.stop);

  const open = (share: string) =>
    spawnProgram('server/main.ts', '/readyz', {
      ...ground.environment,
      ROLES: 'web',
      ...(share === 'none'
        ? {}
        : { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: share }),
    });
  const { recruiters, texts } = await signUpWithTexts(ground, say);

  const servers = new Map<string, Awaited<ReturnType<typeof open>>>();
  for (const share of SHARES) {
    const server = await open(share);
    closing.push(() => server.stop());
    servers.set(share, server);
    await timedLoad(server.url, texts(), 2 * seconds, 16);
  }

  function* pages(): Generator<AnyRequest> {
    for (let index = 0; ; index += 1) {
      const authorization = `Bearer ${recruiters[index % recruiters.length]?.token}`;
      yield {
        method: 'GET',
        path: `${API_BASE}${routes.listConversations.path}?limit=50`,
        headers: { authorization },
      };
    }
  }

  /** Milliseconds of processor for each request, for each load. */
  const turn = async (share: string): Promise<number[]> => {
    const server = servers.get(share);
    if (server === undefined) throw new Error(`No server keeps ${share}`);
    const figures: number[] = [];
    for (const [connections, requests] of [
      [1, texts],
      [16, texts],
      [8, pages],
    ] as const) {
      const before = server.processorTime();
      const { perSecond } = await timedLoad(server.url, requests(), seconds, connections);
      figures.push(((server.processorTime() - before) * 1000) / (perSecond * seconds));
    }
    return figures;
  };

  const rounds: Record<string, number[]>[] = [];
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    const found: Record<string, number[]> = {};
    for (const share of round % 2 ? SHARES : SHARES.toReversed()) found[share] = await turn(share);
    rounds.push(found);
    say(JSON.stringify(found));
  }
  const shown = (numbers: number[], digits: number) =>
    [0.5, 0, 1].map((share) => quantile(numbers, share).toFixed(digits));
  console.table(
    Object.fromEntries(
      LOADS.map((what, at) => [
        what,
        Object.fromEntries(
          SHARES.map((share) => {
            const [ms] = shown(
              rounds.map((found) => found[share]?.[at] ?? Number.NaN),
              3,
            );
            const [middle, least, most] = shown(
              rounds.map((found) => 100 * ((found[share]?.[at] ?? Number.NaN) / (found.none?.[at] ?? 1) - 1)),
              1,
            );
            return [share, share === 'none' ? `${ms} ms` : `${ms} ms, ${middle} % (${least} to ${most})`];
          }),
        ),
      ]),
    ),
  );
  say(`The collector got ${collector.received()} requests.`);
} finally {
  for (const close of closing.reverse()) await close();
}

/** Takes everything and keeps nothing. */
async function startCollector() {
  let received = 0;
  const server = createServer((request, reply) => {
    received += 1;
    request.resume().on('end', () => reply.setHeader('content-type', 'application/json').end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
