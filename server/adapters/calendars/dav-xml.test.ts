import { expect, it } from 'vitest';
import { readMultistatus, textIn } from './dav-xml.ts';
import { CalendarUnavailable } from './failures.ts';

const multistatus = (inner: string) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${inner}</d:multistatus>`;
const withData = (data: string) =>
  multistatus(
    `<d:response><d:href>/a%20b.ics</d:href><d:propstat><d:prop><c:calendar-data xmlns:c="x">${data}</c:calendar-data></d:prop>` +
      '<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>',
  );

it.each<[string, string, string]>([
  ['escaped', 'Tom &amp; Ann&#x20AC;&#13;&#10;1 &lt; 2', 'Tom & Ann€\r\n1 < 2'],
  ['as CDATA', '<![CDATA[Tom & Ann <ann@x>]]>', 'Tom & Ann <ann@x>'],
])('reads what is %s', (_name, data, expected) => {
  const [resource] = readMultistatus('test', withData(data));
  expect(resource?.href).toBe('/a%20b.ics');
  expect(resource?.properties.map(textIn)).toEqual([expected]);
});

const many = (count: number, each: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => each(i)).join('');

it.each<[string, string]>([
  ['a page', '<!DOCTYPE html><html><body>Maintenance</body></html>'],
  ['entities', `<!DOCTYPE m [<!ENTITY a "aa">]>${multistatus('&a;')}`],
  ['what was cut off', withData('BEGIN').slice(0, -30)],
  ['what is deep', multistatus('<a>'.repeat(200_000) + '</a>'.repeat(200_000))],
  [
    'a name space in each of many',
    multistatus(many(20_000, (i) => `<a xmlns:b${i}="1">`) + '</a>'.repeat(20_000)),
  ],
  ['more than anyone has', multistatus('<a/>'.repeat(1_000_000))],
])('fails soon with %s', (_name, xml) => {
  expect(() => readMultistatus('test', xml)).toThrow(CalendarUnavailable);
});
