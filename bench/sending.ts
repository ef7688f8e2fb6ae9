import { API_BASE } from '../contract/api.ts';
import * as routes from '../contract/routes.ts';
import { call, candidateNumber, type Recruiter } from './company.ts';
import { yardstickRequests } from './inbound.ts';
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
  seconds: number;
}): Promise<SendingResult> {
  const { url, yardstickUrl, recruiters, seconds } = setting;
  const texts = await textsTo(url, recruiters);
  const at = (connections: number) =>
    compare({
      subject: () => load(url, texts(), seconds, connections),
      yardstick: () => load(yardstickUrl, yardstickRequests(160), seconds, connections),
    });
  return { few: await at(CONNECTIONS), many: await at(MANY) };
}

/** Into conversations that are opened for it, one after the other. */
export async function textsTo(
  url: string,
  recruiters: Recruiter[],
): Promise<() => Generator<PreparedRequest, never>> {
  const threads = await Promise.all(recruiters.map((recruiter) => openThreads(url, recruiter)));
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

async function openThreads(url: string, { token }: Recruiter): Promise<{ token: string; ids: string[] }> {
  const ids: string[] = [];
  for (let index = 0; index < CONVERSATIONS_EACH; index += 1) {
    const reply = await call(url, token, 'POST', routes.sendMessage.path, {
      to: candidateNumber(50_000 + index),
      body: 'Hi, this is Dana from Bench. Reply STOP to opt out.',
    });
    ids.push(routes.sendMessage.reply.parse(reply).conversationId);
  }
  return { token, ids };
}
