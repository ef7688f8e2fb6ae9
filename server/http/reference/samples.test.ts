import { expect, it } from 'vitest';
import type { Route } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { openApi } from '../openapi.ts';
import { TAGS } from './groups.ts';
import { bodyOf, samplesOf } from './samples.ts';

const forKeys = (Object.entries(routes) as [string, Route][]).filter(([, { scope }]) => scope !== undefined);

it.each(forKeys)('the sample of %s has a body that the call takes', (_, route) => {
  if (route.body === undefined) return expect(bodyOf(route)).toBeUndefined();
  const parsed = route.body.safeParse(bodyOf(route));
  expect(parsed.error?.issues ?? []).toEqual([]);
});

it.each(forKeys)('%s has a sample in three languages, without the secret', (_, route) => {
  const samples = samplesOf(route, 'https://app.example/v1');
  expect(samples.map(({ label }) => label)).toEqual(['curl', 'Node', 'Python']);
  for (const { source } of samples) {
    expect(source).toContain('HIRETEXT_API_KEY');
    expect(source).not.toMatch(/undefined|\[object|\{id\}/);
  }
});

it('says what the reader fills in', () => {
  const [curl] = samplesOf(routes.getCandidate, 'https://app.example/v1');
  expect(curl?.source).toBe(
    'curl "https://app.example/v1/candidates/CANDIDATE_ID" \\\n  -H "Authorization: Bearer $HIRETEXT_API_KEY"',
  );
});

it('the reference begins with what keys can call', () => {
  const { paths } = openApi('https://app.example') as {
    paths: Record<string, Record<string, { tags: string[]; 'x-scope'?: string }>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const used = new Set(operations.flatMap(({ tags }) => tags));
  expect([...used].sort()).toEqual(TAGS.map(({ name }) => name).sort());
  for (const { tags, 'x-scope': scope } of operations)
    expect(tags[0]?.startsWith('For people'), tags[0]).toBe(scope === undefined);
  expect(TAGS.slice(0, 3).map(({ name }) => name)).toEqual(['Texts', 'Candidates', 'Conversations']);
});
