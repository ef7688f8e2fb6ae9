import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import type { SimulatedCall, SimulatedCallAction } from '../../../../contract/simulator.ts';
import { CallStep, type CallStepOf, type CallWebhook, signedHeaders } from './call-webhook.ts';
import { contentTypesOf, mediaIdOf } from './media.ts';
import type { NetworkBehavior } from './outcomes.ts';

const CALLS_SHOWN = 20;
const POST_TIMEOUT_MS = 15_000;

interface CallsDeps {
  pool: pg.Pool;
  publicUrl: string;
  webhookSecret: string;
  clock: () => Date;
  readBehavior: () => Promise<NetworkBehavior>;
}

type State = SimulatedCall['state'];

/** What the app has said to do and is not done yet. */
const Steps = z.object({
  forward: CallStep.optional(),
  ask: CallStep.optional(),
  record: CallStep.optional(),
});

interface CallRow {
  id: string;
  phone_number: string | null;
  business_number: string;
  state: State;
  heard: SimulatedCall['heard'];
  step: z.infer<typeof Steps>;
  talking_since: Date | null;
  created_at: Date;
  calls_url: string | null;
  calls_ended_url: string | null;
}

/**
 * Calls between simulated phones. As at a real carrier, the app is asked at each turn by a signed webhook and does not
 * know who is asking; who picks up and what is said there is up to the person at /simulator.
 */
export class SimulatedCalls {
  readonly #deps: CallsDeps;

  constructor(deps: CallsDeps) {
    this.#deps = deps;
  }

  /** Null: no one has that number, or no one asked to be notified of its calls. */
  async place(call: { from: string | null; to: string }): Promise<SimulatedCall | null> {
    const id = `SC${randomUUID()}`;
    const { rowCount } = await this.#deps.pool.query(
      `insert into simulator.calls (id, phone_number, business_number, state, heard, step, created_at)
       select $1, $2, phone_number, 'ringing', '[]', '{}', $4 from simulator.numbers
        where phone_number = $3 and is_ours and calls_url is not null`,
      [id, call.from, call.to, this.#deps.clock()],
    );
    if (rowCount === 0) return null;
    const row = await this.#require(id);
    await this.#ask(row, row.calls_url, { point: 'incoming', callId: id, ...call });
    await this.#save(row);
    return present(row);
  }

  /** Undefined: no such call. Null: it is not where that can be done. */
  async act(id: string, action: SimulatedCallAction): Promise<SimulatedCall | null | undefined> {
    const row = await this.#find(id);
    if (row === undefined) return undefined;
    // Of two at the same moment one finds the call somewhere else.
    const before = row.state;
    if (!(await this.#do(row, action))) return null;
    return (await this.#save(row, before)) ? present(row) : null;
  }

  async of(phoneNumber: string): Promise<SimulatedCall[]> {
    const { rows } = await this.#deps.pool.query<CallRow>(
      `select * from simulator.calls where phone_number = $1 order by created_at desc limit ${CALLS_SHOWN}`,
      [phoneNumber],
    );
    return rows.map(present);
  }

  async #do(row: CallRow, action: SimulatedCallAction): Promise<boolean> {
    const { id: callId } = row;
    const { forward, ask, record } = stepsOf(row);
    switch (action.action) {
      case 'pickUp':
        if (row.state !== 'ringing' || !forward) return false;
        await this.#ask(row, forward.pickedUpUrl, { point: 'pickedUp', callId: `${callId}-leg` });
        return true;
      case 'press':
        if (row.state !== 'screening' || !ask) return false;
        await this.#ask(row, ask.pressedUrl, {
          point: 'pressed',
          callId: `${callId}-leg`,
          digits: action.digit,
        });
        return true;
      case 'decline':
        if (!['ringing', 'screening'].includes(row.state) || !forward) return false;
        await this.#forwardEnded(row);
        return true;
      case 'leaveMessage':
        if (row.state !== 'voicemail' || !record) return false;
        await this.#ask(row, record.recordedUrl, { point: 'recorded', callId });
        await this.#post(record.recordingReadyUrl, {
          point: 'recordingReady',
          callId,
          recording: await this.#recording(action),
        });
        return true;
      case 'hangUp':
        if (row.state === 'ended') return false;
        if (row.state === 'voicemail') await this.#end(row);
        else await this.#forwardEnded(row, { isGone: true });
        return true;
    }
  }

  async #recording({ mediaUrl, seconds }: Extract<SimulatedCallAction, { action: 'leaveMessage' }>) {
    if (seconds === 0) return null;
    const id = mediaIdOf(mediaUrl) ?? '';
    const types = await contentTypesOf(this.#deps.pool, id === '' ? [] : [id]);
    return { url: mediaUrl, contentType: types.get(id) ?? 'application/octet-stream', seconds };
  }

  /** `isGone`: no one is on the line anymore to hear what the app says next. */
  async #forwardEnded(row: CallRow, { isGone = false } = {}): Promise<void> {
    const { forward } = stepsOf(row);
    const seconds =
      row.talking_since === null
        ? null
        : Math.max(1, Math.round((this.#deps.clock().getTime() - row.talking_since.getTime()) / 1000));
    const webhook = {
      point: 'forwardEnded' as const,
      callId: row.id,
      wereConnected: row.state === 'talking',
      seconds,
    };
    if (forward && isGone) await this.#post(forward.endedUrl, webhook);
    if (isGone) await this.#end(row);
    else await this.#ask(row, forward?.endedUrl ?? null, webhook);
  }

  /** Asks the app what to do, and does it. */
  async #ask(row: CallRow, url: string | null, webhook: CallWebhook): Promise<void> {
    const step = url === null ? null : await this.#post(url, webhook);
    if (step === null) {
      // What people hear from real carriers then.
      row.heard.push({ by: 'caller', sentence: "We're sorry, an application error has occurred. Goodbye." });
      await this.#end(row);
      return;
    }
    switch (step.step) {
      case 'forward':
        row.step = { forward: step };
        return;
      case 'ask':
        row.step = { ...row.step, ask: step };
        row.heard.push({ by: 'forwarded', sentence: step.sentence });
        row.state = 'screening';
        return;
      case 'connect':
        row.state = 'talking';
        row.talking_since = this.#deps.clock();
        return;
      case 'record':
        row.step = { record: step };
        row.heard.push({ by: 'caller', sentence: step.sentence });
        row.state = 'voicemail';
        return;
      case 'say':
        row.heard.push({ by: 'caller', sentence: step.sentence });
        await this.#end(row);
        return;
      case 'hangUp':
        if (webhook.point === 'pressed') await this.#forwardEnded(row);
        else await this.#end(row);
        return;
      case 'reject':
        row.heard.push({ by: 'caller', sentence: 'Busy tone' });
        await this.#end(row);
        return;
    }
  }

  async #end(row: CallRow): Promise<void> {
    row.state = 'ended';
    if (row.calls_ended_url !== null)
      await this.#post(row.calls_ended_url, { point: 'ended', callId: row.id, to: row.business_number });
  }

  /** The answer; null when there was none that can be understood. */
  async #post(url: string, webhook: CallWebhook): Promise<CallStepOf | null> {
    const { pathname, search } = new URL(url);
    const body = JSON.stringify(webhook);
    const { duplicate } = await this.#deps.readBehavior();
    let step: CallStepOf | null = null;
    for (let times = duplicate ? 2 : 1; times > 0; times -= 1) {
      try {
        const response = await fetch(new URL(pathname + search, this.#deps.publicUrl), {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...signedHeaders(this.#deps.webhookSecret, body, this.#deps.clock()),
          },
          body,
          redirect: 'manual',
          signal: AbortSignal.timeout(POST_TIMEOUT_MS),
        });
        const answer = await response.text();
        step ??= response.ok ? (CallStep.safeParse(JSON.parse(answer)).data ?? null) : null;
      } catch {
        // No answer, or none that is JSON.
      }
    }
    return step;
  }

  async #find(id: string): Promise<CallRow | undefined> {
    const { rows } = await this.#deps.pool.query<CallRow>(
      `select call.*, number.calls_url, number.calls_ended_url from simulator.calls as call
         left join simulator.numbers as number on number.phone_number = call.business_number
        where call.id = $1`,
      [id],
    );
    return rows[0];
  }

  async #require(id: string): Promise<CallRow> {
    const row = await this.#find(id);
    if (row === undefined) throw new Error('a simulated call that was just placed is gone');
    return row;
  }

  async #save(row: CallRow, before: State = 'ringing'): Promise<boolean> {
    const { rowCount } = await this.#deps.pool.query(
      `update simulator.calls set state = $2, heard = $3, step = $4, talking_since = $5 where id = $1 and state = $6`,
      [row.id, row.state, JSON.stringify(row.heard), JSON.stringify(row.step), row.talking_since, before],
    );
    return rowCount === 1;
  }
}

function stepsOf(row: CallRow) {
  const { forward, ask, record } = Steps.parse(row.step);
  return {
    forward: forward?.step === 'forward' ? forward : undefined,
    ask: ask?.step === 'ask' ? ask : undefined,
    record: record?.step === 'record' ? record : undefined,
  };
}

function present(row: CallRow): SimulatedCall {
  return {
    id: row.id,
    from: row.phone_number,
    to: row.business_number,
    state: row.state,
    forwardedTo: stepsOf(row).forward?.to ?? null,
    heard: row.heard,
    createdAt: row.created_at.toISOString(),
  };
}
