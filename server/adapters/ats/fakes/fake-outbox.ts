/** What a fake posts to the addresses that were subscribed. */
export class FakeOutbox {
  /** Oldest first. */
  readonly entries: OutboxEntry[] = [];
  readonly #taken = new Set<OutboxEntry>();

  add(entry: OutboxEntry): void {
    this.entries.push(entry);
  }

  /** Posts what hasn't been accepted yet, or all of it once more. The statuses of the answers. */
  async post({ at, again = false }: { at: Date; again?: boolean }): Promise<number[]> {
    const statuses: number[] = [];
    for (const entry of this.entries) {
      if (this.#taken.has(entry) && !again) continue;
      const { headers, body } = entry.sign(at);
      const { status } = await fetch(entry.url, { method: 'POST', headers, body: new Uint8Array(body) });
      if (status >= 200 && status < 300) this.#taken.add(entry);
      statuses.push(status);
    }
    return statuses;
  }
}

export interface OutboxEntry {
  url: string;
  /** As the vendor would deliver it then; the same event when it is delivered again. Names of headers in lower case. */
  sign(at: Date): { headers: Record<string, string>; body: Buffer };
}
