import { readFileSync } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { NEWEST_VERSION, VERSIONS } from '../../contract/versions.ts';
import { breaksBetween, recordedFile, shapeOfApi } from '../testing/api-shape.ts';
import { bodyFrom, type Change, replyFor, versionOf } from './versions.ts';

const withHeader = (version?: string) =>
  ({ headers: version === undefined ? {} : { 'hiretext-version': version } }) as unknown as FastifyRequest;
const key = { id: 'k', name: 'Key', scopes: [], mode: 'live' as const, version: '2020-01-01' };

it('a call has the version of its header, of its key, or the newest', () => {
  expect(versionOf(withHeader(NEWEST_VERSION), { key })).toBe(NEWEST_VERSION);
  expect(versionOf(withHeader(), { key })).toBe('2020-01-01');
  expect(versionOf(withHeader(), { key: null })).toBe(NEWEST_VERSION);
  expect(versionOf(withHeader(), null)).toBe(NEWEST_VERSION);
  expect(() => versionOf(withHeader('2020-01-02'), { key })).toThrow(
    expect.objectContaining({ code: 'version_unknown', details: { versions: VERSIONS } }),
  );
  expect([...VERSIONS]).toEqual([...VERSIONS].sort().reverse());
});

it('a caller with an earlier version sends and gets what they know', () => {
  const route = routes.createCandidate;
  const all: Change[] = [
    { since: '2030', route, body: (body) => [body, '2030'], reply: (reply) => [reply, '2030'] },
    { since: '2031', route, body: (body) => [body, '2031'], reply: (reply) => [reply, '2031'] },
    { since: '2031', route: routes.updateCandidate, reply: () => 'of another call' },
  ];
  expect(bodyFrom('2029', route, 'sent', all)).toEqual([['sent', '2030'], '2031']);
  expect(replyFor('2029', route, 'answered', all)).toEqual([['answered', '2031'], '2030']);
  expect(replyFor('2030', route, 'answered', all)).toEqual(['answered', '2031']);
  expect(replyFor('2031', route, 'answered', all)).toBe('answered');
});

/* Broken? Add a version (docs/adding-a-feature.md), or don't break it. More is no break: nothing has to be recorded for it. */
it('nothing that the newest version promised has changed', () => {
  const recorded = readFileSync(recordedFile(NEWEST_VERSION), 'utf8').trimEnd().split('\n');
  expect(recorded.length).toBeGreaterThan(1000);
  expect(breaksBetween(recorded, shapeOfApi())).toEqual([]);
});

it('knows what breaks callers', () => {
  const before = [
    'POST /a takes body.b: string?',
    'POST /a answers 200.c: string',
    'POST /a answers 200.d = "x"',
  ];
  expect(
    breaksBetween(before, [...before, 'POST /a takes body.e: string?', 'POST /a answers 200.f: string']),
  ).toEqual([]);
  expect(breaksBetween(before, [...before, 'POST /new takes body.e: string'])).toEqual([]);
  expect(breaksBetween(before, before.slice(1))).toEqual(['gone: POST /a takes body.b: string?']);
  expect(breaksBetween(before, before.slice(0, 2))).toEqual(['gone: POST /a answers 200.d = "x"']);
  expect(breaksBetween(before, [...before, 'POST /a takes body.e: string'])).toEqual([
    'required now: POST /a takes body.e: string',
  ]);
});
