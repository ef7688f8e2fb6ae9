import type pg from 'pg';
import { API_BASE } from '../contract/api.ts';
import type { Message } from '../contract/messages.ts';
import * as routes from '../contract/routes.ts';
import { call, candidateNumber, type Recruiter } from './company.ts';
import { storeTexts, untilWorkedIn, yardstickRequests } from './inbound.ts';
import { CONNECTIONS, type Comparison, compare, load, type PreparedRequest } from './load.ts';

const CONVERSATIONS_EACH = 40;

/** More than a batch holds. */
const MANY = 64;

export interface SendingResult {
  few: Comparison;
  many: Comparison;
}

/** Texts accepted (201) a second, written by several recruiters into conversations they have. */
export async function measureSending(setting: {
  url: string;
  yardstickUrl: string;
  recruiters: Recruiter[];
  pool: pg.Pool;
  seconds: number;
}): Promise<SendingResult> {
  const { url, yardstickUrl, recruiters, pool, seconds } = setting;
  const texts = await textsTo(url, recruiters, pool);
  const at = (connections: number) =>
    compare({
      subject: () => load(url, texts(), seconds, connections),
      yardstick: () => load(yardstickUrl, yardstickRequests(160), seconds, connections),
    });
  return { few: await at(CONNECTIONS), many: await at(MANY) };
}

/** Into conversations that are opened for it, one after the other. All candidates have answered: of others a company may ask less. */
export async function textsTo(
  url: string,
  recruiters: Recruiter[],
  pool: pg.Pool,
): Promise<() => Generator<PreparedRequest, never>> {
  const threads = await Promise.all(recruiters.map((recruiter) => openThreads(url, recruiter)));
  await storeTexts(
    pool,
    recruiters.flatMap(({ phoneNumber: to }) =>
      Array.from({ length: CONVERSATIONS_EACH }, (_, index) => ({
        from: threadNumber(index),
        to,
        body: 'Hi Dana, yes, any time.',
      })),
    ),
  );
  await untilWorkedIn(pool);
  const targets = Array.from({ length: CONVERSATIONS_EACH }, (_, index) =>
    threads.map((thread) => ({ token: thread.token, conversationId: thread.ids[index] })),
  ).flat();

  return function* texts() {
    for (let index = 0; ; index += 1) {
      const target = targets[index % targets.length];
      yield {
        method: 'POST',
        path: API_BASE + routes.sendMessage.path,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${target?.token}` },
        body: JSON.stringify({
          conversationId: target?.conversationId,
          body: `Are you free for a quick call on day ${index % 30}? Reply with a time that suits you.`,
        }),
      };
    }
  };
}

const threadNumber = (index: number) => candidateNumber(50_000 + index);

async function openThreads(url: string, { token }: Recruiter): Promise<{ token: string; ids: string[] }> {
  const ids: string[] = [];
  for (let index = 0; index < CONVERSATIONS_EACH; index += 1) {
    const message = (await call(url, token, 'POST', routes.sendMessage.path, {
      to: threadNumber(index),
      body: 'Hi, this is Dana from Bench. Reply STOP to opt out.',
    })) as Message;
    ids.push(message.conversationId);
  }
  return { token, ids };
}
