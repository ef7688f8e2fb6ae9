import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RefusedByAts } from '../failures.ts';
import { startFakeGreenhouseOnboarding } from '../fakes/fake-greenhouse-onboarding.ts';
import type { FakeOfVendor } from '../fakes/fake-vendor.ts';
import { complexityOf } from '../fakes/onboarding-schema.ts';
import { atsSuite } from '../suite.ts';
import { type AtsSubject, failureOf, lastDelivery, readPerson, setUp } from '../suite-harness.ts';
import { ask } from './employees.ts';
import { greenhouseOnboarding } from './greenhouse-onboarding.ts';

const subject: AtsSubject<FakeOfVendor> = {
  connector: greenhouseOnboarding,
  startFake: startFakeGreenhouseOnboarding,
  facts: {
    rights: [],
    overOnePage: 26,
    phones: 'all',
    tellsChangedSince: true,
    tellsDeleted: false,
    tellsInterviewZone: false,
    withoutJobs: true,
  },
};

atsSuite(subject);

async function withOnboarding() {
  const bench = await setUp(subject);
  return { bench, fake: bench.fake };
}

describe('Greenhouse Onboarding in its own way', () => {
  it('is asked for people at a cost it allows', async () => {
    const { bench, fake } = await withOnboarding();
    await greenhouseOnboarding.listPeople(bench.api, { since: null, cursor: null });
    await greenhouseOnboarding.findByEmail?.(bench.api, 'ana@a.example');
    const costs = fake.requests.map(({ body }) => {
      const { query, variables } = body as { query: string; variables: Record<string, unknown> };
      return complexityOf(query, variables);
    });
    expect(costs).toHaveLength(2);
    expect(Math.max(...costs)).toBeLessThan(2500);
  });

  it.each([
    ['{ employees(first: 26) { nodes { id } } }', /At most 25/],
    ['{ employees { nodes { id } } }', /first or last/],
    ['{ employees(first: 1, phoneFilter: "1") { nodes { id } } }', /phoneFilter/],
    ['{ employee(id: 1) { mobile } }', /mobile/],
  ])('refuses %s with 200', async (query, reason) => {
    const { bench } = await withOnboarding();
    const failure = await failureOf(ask(bench.api, 'ask', query, {}, z.unknown()), bench);
    expect(failure).toBeInstanceOf(RefusedByAts);
    expect((failure as RefusedByAts).reason).toMatch(/“…”|25|first/);
    expect(bench.fake.misuse.join()).toMatch(reason);
  });

  it('names people as they go by, and finds them by either email', async () => {
    const { bench, fake } = await withOnboarding();
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@home.example' });
    fake.person(ana.externalId).extra = { preferredFirstName: 'Annie', email: 'ana@work.example' };
    const person = await readPerson(bench, ana.externalId);
    expect(person).toMatchObject({ firstName: 'Annie', emails: ['ana@home.example', 'ana@work.example'] });
    for (const email of person.emails)
      expect(await greenhouseOnboarding.findByEmail?.(bench.api, email)).toEqual([person]);
  });

  it('signs webhooks with the secret it made', async () => {
    const { fake } = await withOnboarding();
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    fake.webhooks?.addByHand?.({ url: 'https://hiretext.example', secret: 'made-there' });
    fake.changePerson(ana.externalId, { lastName: 'Díaz' });
    const credentials = { ...fake.access.credentials, webhookSecret: 'made-there' };
    const { events } = greenhouseOnboarding.webhooks?.read({
      ...lastDelivery(fake),
      keys: { secrets: { secret: 'ours' }, ids: [] },
      access: { ...fake.access, credentials },
    }) ?? { events: [] };
    expect(events).toContainEqual({ kind: 'personChanged', externalId: ana.externalId });
  });
});
