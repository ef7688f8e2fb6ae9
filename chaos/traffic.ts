import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { candidateNumber, type Recruiter } from '../bench/company.ts';
import { type CarrierKeys, inboundWebhook } from '../bench/inbound.ts';
import { API_BASE } from '../contract/api.ts';
import { Message } from '../contract/messages.ts';
import * as routes from '../contract/routes.ts';
import { openStream } from '../server/testing/event-stream.ts';
import type { Random } from './random.ts';

/** What the server has promised, as clients were notified of it. */
export interface Promised {
  /** Texts of recruiters, by their words; no two are the same. */
  accepted: Map<string, { from: string; to: string }>;
  /** Texts of recruiters that were refused for good: the carrier must never see them. */
  refused: Set<string>;
  /** Candidates' texts whose webhook was answered 2xx, in that order, by `from to`. */
  received: Map<string, string[]>;
  /** When the STOP of a phone was answered 2xx, by `from to`. */
  stopped: Map<string, Date>;
  /** Questions to support that were answered 200, by subject. */
  asked: Set<string>;
  /** By recruiter: the ids of messages its browser got events for; null when it had to reload everything. */
  notified: Map<string, Set<string> | null>;
}

const PHONES_WITH_TALK = 5;
const PHONES_WITH_STOP = 3;
const RETRY_MS = 300;
const PATIENCE_MS = 20_000;

export interface Traffic {
  promised: Promised;
  /** Resolves when every started request has been answered. */
  stop(): Promise<void>;
  leave(): Promise<void>;
}

/** Recruiters who text, candidates who answer and opt out, and browsers that listen. Each retries until it has an answer. */
export function startTraffic(setting: {
  url: string;
  recruiters: Recruiter[];
  keys: CarrierKeys;
  random: Random;
  /** How many texts a recruiter sends side by side. */
  sideBySide: number;
}): Traffic {
  const { url, recruiters, keys, random, sideBySide } = setting;
  const promised: Promised = {
    accepted: new Map(),
    refused: new Set(),
    received: new Map(),
    stopped: new Map(),
    asked: new Set(),
    notified: new Map(recruiters.map(({ userId }) => [userId, new Set()])),
  };
  let isOver = false;
  const gone = new AbortController();
  const loops: Promise<void>[] = [];
  const phoneOf = (recruiter: number, phone: number) => candidateNumber(70_000 + recruiter * 100 + phone);

  async function text(recruiter: Recruiter, to: string): Promise<void> {
    const body = `Text ${randomUUID()}`;
    const answer = await untilAnswered(() =>
      fetch(url + API_BASE + routes.sendMessage.path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${recruiter.token}`,
          'content-type': 'application/json',
          'idempotency-key': body.replace(' ', '-'),
        },
        body: JSON.stringify({ to, body }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    );
    if (answer.status === 201) promised.accepted.set(body, { from: recruiter.phoneNumber, to });
    else promised.refused.add(body);
  }

  async function write(from: string, to: string, body: string): Promise<void> {
    const { path, headers, body: form } = inboundWebhook(url, keys, { from, to, body });
    const post = () =>
      fetch(url + path, { method: 'POST', headers, body: form, signal: AbortSignal.timeout(PATIENCE_MS) });
    const { status } = await untilAnswered(post);
    if (status >= 300) throw new Error(`A webhook was answered ${status}`);
  }

  async function ask(recruiter: Recruiter): Promise<void> {
    const subject = `Question ${randomUUID()}`;
    const { status } = await untilAnswered(() =>
      fetch(url + API_BASE + routes.sendSupportMessage.path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${recruiter.token}`,
          'content-type': 'application/json',
          'idempotency-key': subject.replace(' ', '-'),
        },
        body: JSON.stringify({ subject, message: 'How do I bring my number?' }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    );
    if (status === 200) promised.asked.add(subject);
  }

  async function listen({ userId, token }: Recruiter): Promise<void> {
    let lastEventId: string | null = null;
    for (let times = 0; !gone.signal.aborted; times += 1) {
      // It has no place to resume from, so it would load everything again.
      if (times > 0 && lastEventId === null) promised.notified.set(userId, null);
      try {
        const stream = await openStream(url, token, {
          ...(lastEventId === null ? {} : { lastEventId }),
          onEvent: ({ id, event }) => {
            lastEventId = id ?? lastEventId;
            if (event.type === 'reset') promised.notified.set(userId, null);
            if (event.type === 'message.created')
              promised.notified.get(userId)?.add(Message.parse(event.message).id);
          },
        });
        const leave = () => stream.close();
        gone.signal.addEventListener('abort', leave);
        await stream.ended;
        gone.signal.removeEventListener('abort', leave);
      } catch {
        // As browsers do: they come back with the last id they have.
      }
      await wait(RETRY_MS);
    }
  }

  const loop = (run: () => Promise<void>, from: number, to: number) =>
    loops.push(
      (async () => {
        while (!isOver) {
          await wait(random.between(from, to));
          if (!isOver) await run();
        }
      })(),
    );

  const listening = recruiters.map(listen);
  recruiters.forEach((recruiter, index) => {
    const to = recruiter.phoneNumber;
    for (let sender = 0; sender < sideBySide; sender += 1)
      loop(
        () =>
          text(recruiter, phoneOf(index, Math.floor(random.between(0, PHONES_WITH_TALK + PHONES_WITH_STOP)))),
        200,
        1200,
      );
    loop(() => ask(recruiter), 20_000, 60_000);
    for (let phone = 0; phone < PHONES_WITH_TALK; phone += 1) {
      const from = phoneOf(index, phone);
      const bodies: string[] = [];
      promised.received.set(`${from} ${to}`, bodies);
      loop(
        async () => {
          const body = `Reply ${bodies.length}`;
          await write(from, to, body);
          bodies.push(body);
        },
        500,
        4000,
      );
    }
    for (let phone = 0; phone < PHONES_WITH_STOP; phone += 1) {
      const from = phoneOf(index, PHONES_WITH_TALK + phone);
      loops.push(
        (async () => {
          await wait(random.between(10_000, 60_000));
          if (isOver) return;
          await write(from, to, 'STOP');
          promised.stopped.set(`${from} ${to}`, new Date());
        })(),
      );
    }
  });

  return {
    promised,
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
    },
    leave: async () => {
      gone.abort();
      await Promise.all(listening);
    },
  };
}

/** The same request until there is a final answer. A refusal is one; a server error isn't. */
async function untilAnswered(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await send().catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    if (answer && answer.status < 500) return answer;
    await wait(RETRY_MS);
  }
}
