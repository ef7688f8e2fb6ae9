import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LinkedText } from './linked-text.tsx';

afterEach(cleanup);

const linksIn = (text: string) => {
  const { container } = render(<LinkedText text={text} />);
  expect(container.textContent).toBe(text);
  return [...container.querySelectorAll('a')].map((link) => link.getAttribute('href'));
};

test.each<[string, string[]]>([
  ['See https://acme.example/jobs?id=4&b=x_y, ok?', ['https://acme.example/jobs?id=4&b=x_y']],
  ['(www.acme.example/jobs).', ['https://www.acme.example/jobs']],
  ['Write to ana.b+c@mail.acme.example.', ['mailto:ana.b+c@mail.acme.example']],
  [
    'Call (415) 555-0123 or 415-555-0124 or +14155550125',
    ['tel:4155550123', 'tel:4155550124', 'tel:+14155550125'],
  ],
  ['http://a.example and http://b.example', ['http://a.example', 'http://b.example']],
  ['At 10:30, $23.50/hr, 2026-11-22, 12345678901234567890', []],
  ['javascript:alert(1) data:text/html,x file:///etc', []],
  ['<a href="https://x.example">x</a>', ['https://x.example']],
])('%j', (text, links) => {
  expect(linksIn(text)).toEqual(links);
});

test('a link opens beside the inbox, and reveals nothing about it', () => {
  const { container } = render(<LinkedText text="https://acme.example" />);
  const link = container.querySelector('a');
  expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener noreferrer nofollow']);
});
