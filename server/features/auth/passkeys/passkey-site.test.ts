import { expect, it } from 'vitest';
import { Failure } from '../../../failure.ts';
import { passkeySiteOf } from './passkey-site.ts';

it.each([
  ['https://app.example.com', { rpId: 'app.example.com', origin: 'https://app.example.com' }],
  ['https://app.example.com:8443', { rpId: 'app.example.com', origin: 'https://app.example.com:8443' }],
  ['https://example.com/texting', { rpId: 'example.com', origin: 'https://example.com' }],
  ['http://localhost:3000', { rpId: 'localhost', origin: 'http://localhost:3000' }],
  ['http://127.0.0.1:3000', { rpId: 'localhost', origin: 'http://localhost:3000' }],
  ['http://[::1]:3000', { rpId: 'localhost', origin: 'http://localhost:3000' }],
])('%s', (publicUrl, site) => {
  expect(passkeySiteOf({ publicUrl })).toEqual(site);
});

it.each(['https://192.0.2.7', 'https://[2001:db8::7]', 'http://10.0.0.5:3000'])('none at %s', (publicUrl) => {
  expect(() => passkeySiteOf({ publicUrl })).toThrow(Failure);
});
