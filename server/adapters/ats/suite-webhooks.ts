import { describe, expect, it } from 'vitest';
import { BadWebhook } from './failures.ts';
import type { FakePerson, FakeWebhooks } from './fakes/fake-ats.ts';
import type { AtsEvent, AtsWebhooks, WebhookKeys } from './port.ts';
import { type AtsSubject, addPeople, type Bench, calling, setUp, withWrongKey } from './suite-harness.ts';

const URL_OF_OURS = 'https://hiretext.example/webhooks/ats/token-1';
const SECRET = 'a-secret-of-ours-0123456789abcdef';
const DAY = 24 * 60 * 60 * 1000;

async function subscribe(bench: Bench): Promise<WebhookKeys> {
  const webhooks = calling(bench.connector.webhooks);
  if (webhooks.subscribe !== null)
    return webhooks.subscribe(bench.makeApi(), { url: URL_OF_OURS, secret: SECRET });
  calling(calling(bench.fake.webhooks).addByHand)({ url: URL_OF_OURS, secret: SECRET });
  return { secrets: { secret: SECRET }, ids: [] };
}

async function subscribed(subject: AtsSubject) {
  const bench = await setUp(subject);
  const keys = await subscribe(bench);
  const webhooks: AtsWebhooks = calling(subject.connector.webhooks);
  const fake: FakeWebhooks = calling(bench.fake.webhooks);
  const ana = addAndReport(bench, fake);
  const entry = fake.outbox.entries.at(-1);
  if (entry === undefined) throw new Error('The fake reported no new person');
  const delivered = entry.sign(bench.clock.now());
  const given = { ...delivered, keys, access: bench.api.access, now: bench.clock.now() };
  return { bench, keys, webhooks, fake, ana, entry, given };
}

/** Who is new, or, where that isn't reported, changed or hired. */
function addAndReport(bench: Bench, fake: FakeWebhooks): FakePerson {
  const before = fake.outbox.entries.length;
  const [person] = addPeople(bench, 1) as [FakePerson];
  if (bench.facts.webhooksTell === 'newHires')
    calling(bench.fake.addNewHire)({ person, startsOn: '2026-12-01' });
  else if (fake.outbox.entries.length === before)
    bench.fake.changePerson(person.externalId, { lastName: 'Díaz' });
  return person;
}

const refused = (read: () => unknown) => expect(read).toThrow(BadWebhook);

export function atsWebhooksSuite(subject: AtsSubject): void {
  const { connector } = subject;

  describe.runIf(connector.webhooks !== null)(`${connector.name}: a webhook`, () => {
    it('reports who is new', async () => {
      const { bench, webhooks, ana, given, fake } = await subscribed(subject);
      expect(new Set(fake.urls())).toEqual(new Set([URL_OF_OURS]));
      expect(webhooks.read(given).events).toContainEqual(
        bench.facts.webhooksTell === 'newHires'
          ? { kind: 'newHiresChanged' }
          : { kind: 'personChanged', externalId: ana.externalId },
      );
      expect(bench.fake.misuse).toEqual([]);
    });

    it('reports that someone was deleted, if it reports that', async () => {
      const { bench, webhooks, fake, ana, given } = await subscribed(subject);
      const before = fake.outbox.entries.length;
      bench.fake.deletePerson(ana.externalId);
      const events = fake.outbox.entries
        .slice(before)
        .flatMap(
          (entry) =>
            webhooks.read({ ...given, ...entry.sign(bench.clock.now()), now: bench.clock.now() }).events,
        );
      const about = events.filter(
        (event): event is Extract<AtsEvent, { externalId: string }> => 'externalId' in event,
      );
      expect(about.every(({ externalId }) => externalId === ana.externalId)).toBe(true);
      if (events.length > 0) expect(about.some(({ kind }) => kind === 'personDeleted')).toBe(true);
    });

    it('that is delivered again has the same id', async () => {
      const { bench, webhooks, entry, given } = await subscribed(subject);
      bench.clock.advance(60_000);
      const again = { ...given, ...entry.sign(bench.clock.now()), now: bench.clock.now() };
      expect(webhooks.read(again).id).toBe(webhooks.read(given).id);
    });

    it('about something else has another id', async () => {
      const { bench, webhooks, fake, given } = await subscribed(subject);
      addAndReport(bench, fake);
      const other = fake.outbox.entries.at(-1)?.sign(bench.clock.now()) ?? given;
      expect(webhooks.read({ ...given, ...other }).id).not.toBe(webhooks.read(given).id);
    });

    it('that is forged is refused', async () => {
      const { bench, webhooks, fake, keys, given } = await subscribed(subject);
      const secrets = Object.fromEntries(
        Object.entries(keys.secrets).map(([name, value]) => [name, `${value}x`]),
      );
      refused(() => webhooks.read({ ...given, keys: { ...keys, secrets }, access: withWrongKey(bench) }));
      refused(() => webhooks.read({ ...given, body: Buffer.from('{}'), headers: {} }));
      refused(() => webhooks.read({ ...given, body: Buffer.from('<html>') }));
      if (fake.signsBody) {
        refused(() => webhooks.read({ ...given, headers: {} }));
        refused(() => webhooks.read({ ...given, body: Buffer.concat([given.body, Buffer.from(' ')]) }));
      }
    });

    it('that is stale is refused, where its time is signed', async () => {
      const { webhooks, fake, given } = await subscribed(subject);
      const late = () => webhooks.read({ ...given, now: new Date(given.now.getTime() + DAY) });
      if (fake.signsTime) refused(late);
      else expect(late().events.length).toBeGreaterThan(0);
    });
  });

  describe.runIf(connector.webhooks?.setUp === 'automatic')(`${connector.name}: setting a webhook up`, () => {
    const input = { url: URL_OF_OURS, secret: SECRET };

    it('twice leaves one set', async () => {
      const { bench, webhooks, fake } = await subscribed(subject);
      const once = fake.urls();
      const keys = await calling(webhooks.subscribe)(bench.makeApi(), input);
      expect(fake.urls()).toEqual(once);
      addAndReport(bench, fake);
      const entry = fake.outbox.entries.at(-1)?.sign(bench.clock.now());
      if (entry === undefined) throw new Error('Nothing was delivered');
      expect(() =>
        webhooks.read({ ...entry, keys, access: bench.api.access, now: bench.clock.now() }),
      ).not.toThrow();
      expect(bench.fake.misuse).toEqual([]);
    });

    it('after a crash leaves one set', async () => {
      const once = (await subscribed(subject)).fake.urls();
      const bench = await setUp(subject);
      bench.fake.faults.next({ kind: 'lostAnswer' }, { on: 'write' });
      await expect(subscribe(bench)).rejects.toThrow();
      await subscribe(bench);
      expect(calling(bench.fake.webhooks).urls()).toEqual(once);
    });

    it("leaves other people's alone", async () => {
      const { bench, webhooks, fake, keys } = await subscribed(subject);
      const other = 'https://hiretext.example/webhooks/ats/token-2';
      const others = await calling(webhooks.subscribe)(bench.makeApi(), { ...input, url: other });
      await calling(webhooks.unsubscribe)(bench.makeApi(), keys);
      expect(new Set(fake.urls())).toEqual(new Set([other]));
      await calling(webhooks.unsubscribe)(bench.makeApi(), others);
      expect(fake.urls()).toEqual([]);
    });

    it('is taken back, also when it is gone already', async () => {
      const { bench, webhooks, fake, keys } = await subscribed(subject);
      await calling(webhooks.unsubscribe)(bench.makeApi(), keys);
      expect(fake.urls()).toEqual([]);
      await calling(webhooks.unsubscribe)(bench.makeApi(), keys);
      expect(bench.fake.misuse).toEqual([]);
    });
  });
}

export function atsQueueSuite(subject: AtsSubject): void {
  const { connector } = subject;

  describe.runIf(connector.events !== null)(`${connector.name}: the queue of changes`, () => {
    it('reports what changed, and again from the same position', async () => {
      const bench = await setUp(subject);
      const events = calling(connector.events);
      const begun = await events.poll(bench.makeApi(), null);
      const [ana] = addPeople(bench, 1);
      const read = await events.poll(bench.makeApi(), begun.position);
      const changed = { kind: 'personChanged', externalId: ana?.externalId };
      expect(read.events).toContainEqual(changed);
      expect((await events.poll(bench.makeApi(), begun.position)).events).toContainEqual(changed);
      expect((await events.poll(bench.makeApi(), read.position)).events).not.toContainEqual(changed);
      expect(bench.fake.misuse).toEqual([]);
    });

    it('loses nothing when an answer is lost', async () => {
      const bench = await setUp(subject);
      const events = calling(connector.events);
      const { position } = await events.poll(bench.makeApi(), null);
      const [ana] = addPeople(bench, 1);
      bench.fake.faults.next({ kind: 'lostAnswer' }, { times: 3 });
      await expect(events.poll(bench.makeApi(), position)).rejects.toThrow();
      const read = await events.poll(bench.makeApi(), position);
      expect(read.events).toContainEqual({ kind: 'personChanged', externalId: ana?.externalId });
    });

    it('is closed, also when it is gone already', async () => {
      const bench = await setUp(subject);
      const events = calling(connector.events);
      const { position } = await events.poll(bench.makeApi(), null);
      await events.close(bench.makeApi(), position);
      await events.close(bench.makeApi(), position);
      expect(bench.fake.misuse).toEqual([]);
    });
  });
}
