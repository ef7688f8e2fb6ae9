import { afterEach, expect, test, vi } from 'vitest';
import { namedAddress, passkeySite } from './passkey-site.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['app.example.com', 'here'],
  ['localhost', 'here'],
  ['127.0.0.1', 'address'],
  ['192.168.1.20', 'address'],
  ['[::1]', 'address'],
])('at %s: %s', (hostname, place) => {
  vi.stubGlobal('PublicKeyCredential', class {});
  expect(passkeySite(hostname)).toBe(place);
});

test('a browser without them has none', () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  expect(passkeySite('localhost')).toBe('browser');
});

test.each([
  ['http://127.0.0.1:3000/dashboard/account', 'http://localhost:3000/dashboard/account'],
  ['http://[::1]:3000/', 'http://localhost:3000/'],
  ['http://192.168.1.20:3000/', null],
  ['https://app.example.com/', null],
])('%s is also called %s', (href, named) => {
  const { hostname } = new URL(href);
  expect(namedAddress({ hostname, href } as Location)).toBe(named);
});
