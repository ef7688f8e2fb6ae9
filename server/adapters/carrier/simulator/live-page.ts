import type { FastifyReply } from 'fastify';
import { type EventStream, openEventStream } from '../../../event-stream.ts';
import type { SimulatorNetwork } from './network.ts';

/** Another process (a separate worker) may store texts too: they are looked for this often while a page is open. */
const LOOK_MS = 250;
const HEARTBEAT_MS = 15_000;
/** Numbers are given out before they are committed: what was given out a little earlier may show a little later. */
const OVERLAP = 100;

/** Server-sent events for open pages of /simulator: every new or changed text. Looks nowhere while no page is open. */
export class LivePages {
  readonly #network: SimulatorNetwork;
  readonly #pages = new Set<EventStream>();
  #timers: NodeJS.Timeout[] = [];
  #latest = 0;
  #seen = new Set<number>();
  #looking = false;
  #lookAgain = false;

  constructor(network: SimulatorNetwork) {
    this.#network = network;
  }

  async open(reply: FastifyReply): Promise<void> {
    if (this.#pages.size === 0) {
      this.#latest = await this.#network.latestChange();
      this.#seen = new Set(
        (await this.#network.changesAfter(this.#latest - OVERLAP)).map((each) => each.change),
      );
    }
    // Once the page is gone the connection serves nothing else, and must not keep the server from closing.
    const page = openEventStream(reply.header('connection', 'close'));
    this.#pages.add(page);
    if (this.#pages.size === 1) this.#watch();
    page.onEnd(() => this.#leave(page));
  }

  close(): void {
    for (const page of [...this.#pages]) page.end();
  }

  #leave(page: EventStream): void {
    this.#pages.delete(page);
    if (this.#pages.size > 0) return;
    this.#network.changes.off('change', this.#look);
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  #watch(): void {
    this.#network.changes.on('change', this.#look);
    this.#timers = [
      setInterval(this.#look, LOOK_MS),
      setInterval(() => this.#write(': here\n\n'), HEARTBEAT_MS),
    ];
  }

  readonly #look = (): void => {
    this.#lookAgain = true;
    if (this.#looking) return;
    this.#looking = true;
    this.#send()
      // The database is away for a moment: the next look is soon.
      .catch(() => undefined)
      .finally(() => {
        this.#looking = false;
      });
  };

  async #send(): Promise<void> {
    while (this.#lookAgain) {
      this.#lookAgain = false;
      const changed = await this.#network.changesAfter(this.#latest - OVERLAP);
      for (const { change, message } of changed) {
        if (this.#seen.has(change)) continue;
        this.#seen.add(change);
        this.#latest = Math.max(this.#latest, change);
        this.#write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
      }
      for (const change of this.#seen) if (change <= this.#latest - OVERLAP) this.#seen.delete(change);
    }
  }

  #write(text: string): void {
    for (const page of this.#pages) page.write(text);
  }
}
