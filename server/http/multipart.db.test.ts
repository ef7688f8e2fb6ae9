import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../contract/api.ts';
import type { Route } from '../../contract/route.ts';
import * as routes from '../../contract/routes.ts';
import { howMany } from '../testing/how-long.ts';
import { type Recruiter, startTestApp, type TestApp } from '../testing/test-app.ts';
import { refusalOf } from '../testing/test-client.ts';

/* A broken form is the sender's fault, never ours. */

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const TYPE = 'multipart/form-data; boundary=edge';
const HEADERS =
  'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n';
const named = (name: string) => HEADERS.replace('"file"', `"${name}"`);
const json = 'Content-Disposition: form-data; name="note"\r\nContent-Type: application/json\r\n';
const part = (headers: string, content: Buffer = png) =>
  Buffer.concat([Buffer.from(`--edge\r\n${headers}\r\n`), content, Buffer.from('\r\n')]);
const END = Buffer.from('--edge--\r\n');
const whole = Buffer.concat([part(HEADERS), END]);

/** A bill of a landline needs an order first, and is read by the same function. Lists of people and exports are no pictures. */
const OTHERS = ['uploadLandlineBill', 'previewImport', 'startImport', 'startAccountImport'];
const uploads = Object.entries(routes as Record<string, Route>)
  .filter(([name, route]) => route.transport === 'multipart' && !OTHERS.includes(name))
  .map(([name, route]) => ({ name, route }));

let app: TestApp;
let ana: Recruiter;
beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());

async function send(route: Route, body: Buffer, type = TYPE): Promise<string> {
  const answer = await fetch(app.url + API_BASE + route.path, {
    method: route.method,
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': type },
    body: new Uint8Array(body),
  });
  const given = { status: answer.status, body: await answer.json() };
  return answer.ok ? String(given.status) : refusalOf(given);
}

it('a broken form with a list of people is never our fault either', async () => {
  const list = part(HEADERS, Buffer.from('name,phone\nKai Ono,+14155550188\n'));
  const field = part('Content-Disposition: form-data; name="mapping"\r\n', Buffer.from('{'));
  const answers: [Buffer, string][] = [
    [Buffer.concat([field, list, END]), '422 invalid'],
    [Buffer.concat([list, field, END]), '422 invalid'],
    [Buffer.concat([list, list, END]), '413 too_large'],
    [Buffer.concat([field, END]), '422 invalid'],
    [list, '400 malformed'],
    [whole, '422 invalid'],
    [Buffer.concat([part(named('__proto__')), END]), '400 malformed'],
    [Buffer.concat([list, END]), '200'],
  ];
  for (const [body, expected] of answers) expect(await send(routes.previewImport, body)).toBe(expected);
});

describe.each(uploads)('$name', ({ route }) => {
  it('takes a form that is whole', async () => {
    expect(await send(route, whole)).toBe(String(route.status ?? 200));
  });

  it.each<[string, Buffer, string, string?]>([
    ['no boundary', whole, '400 malformed', 'multipart/form-data'],
    ['an empty boundary', whole, '400 malformed', 'multipart/form-data; boundary='],
    ['the boundary of another form', whole, '400 malformed', 'multipart/form-data; boundary=other'],
    ['a body that is no form', Buffer.from('{"file":"a.png"}'), '400 malformed'],
    ['no end', part(HEADERS), '400 malformed'],
    ['half a file', whole.subarray(0, 150), '400 malformed'],
    ['half a boundary', whole.subarray(0, whole.length - 7), '400 malformed'],
    ['half its headers', whole.subarray(0, 40), '400 malformed'],
    ['its first boundary only', Buffer.from('--edge\r\n'), '400 malformed'],
    ['headers that are none', Buffer.concat([part('no header at all\r\n'), END]), '422 invalid'],
    ['a name that every object has', Buffer.concat([part(named('__proto__')), END]), '400 malformed'],
    ['a field that says it is JSON', Buffer.concat([part(json, Buffer.from('{')), END]), '400 malformed'],
    ['nothing in it', END, '422 invalid'],
    ['nothing at all', Buffer.alloc(0), '422 invalid'],
    ['two files', Buffer.concat([part(HEADERS), part(HEADERS), END]), String(route.status ?? 200)],
  ])('with %s', async (_, body, expected, type) => {
    app.logged.length = 0;
    expect(await send(route, body, type)).toBe(expected);
    expect(app.logged.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  it('is never our fault, however the form was damaged on its way', async () => {
    const damaged = fc
      .array(
        fc.tuple(fc.nat(whole.length), fc.nat(40), fc.constantFrom('', '\r\n', '--edge', '\u0000', ':')),
        {
          minLength: 1,
          maxLength: 4,
        },
      )
      .map((changes) =>
        changes.reduce((bytes, [at, cut, put]) => {
          const rest = bytes.subarray(at + cut);
          return Buffer.concat([bytes.subarray(0, at), Buffer.from(put), rest]);
        }, whole),
      );
    await fc.assert(
      fc.asyncProperty(damaged, async (body) => {
        expect(Number((await send(route, body)).slice(0, 3))).toBeLessThan(500);
      }),
      { numRuns: howMany(20, 60) },
    );
  });
});
