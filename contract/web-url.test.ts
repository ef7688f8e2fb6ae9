import { expect, test } from 'vitest';
import { isWebUrl } from './web-url.ts';

test.each([
  ['https://acme.com', true],
  ['http://acme.com:8080/about?x=1#top', true],
  ['ftp://files.acme.com/', true],
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000/id', true],
  ['HTTPS://ACME.COM', true],
  ['acme.com', false],
  ['www.acme.com', false],
  ['javascript:alert(1)', false],
  ['https://', false],
  ['https://acme', false],
  ['https://acme.com:1', false],
  ['https://acme.com:123456', false],
  ['https://a:b@acme.com', false],
  ['https://acme.com/a b', false],
  ['', false],
])('%s is the URL of a page: %s', (text, is) => {
  expect(isWebUrl(text)).toBe(is);
});
