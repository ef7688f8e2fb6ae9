import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '../../contract/routes.ts';
import { type Recruiter, startTestApp, type TestApp } from '../testing/test-app.ts';
import { pathOf } from '../testing/test-client.ts';

/* Uploads that break off or make no sense are the sender's fault, not ours. */

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());

async function upload(type: string, body: string): Promise<string> {
  const answer = await fetch(app.url + pathOf(routes.uploadMedia, {}), {
    method: 'POST',
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': type },
    body,
  });
  return `${answer.status} ${((await answer.json()) as { code: string }).code}`;
}

const TYPE = 'multipart/form-data; boundary=x';
const head = (headers: string) => `--x\r\n${headers}\r\n\r\n`;
const file = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png';

it.each([
  ['without a boundary', 'multipart/form-data', `${head(file)}x\r\n--x--\r\n`],
  ['with an empty boundary', 'multipart/form-data; boundary=', `${head(file)}x\r\n--x--\r\n`],
  ['with another boundary', 'multipart/form-data; boundary=y', `${head(file)}x\r\n--x--\r\n`],
  ['that is no multipart', TYPE, 'hello'],
  ['that ends within the headers', TYPE, '--x\r\nContent-Disposition: form-da'],
  ['that ends within the file', TYPE, `${head(file)}PNG`],
  ['that ends within the headers of a second part', TYPE, `${head(file)}x\r\n--x\r\nContent-`],
])('an upload %s is refused as unreadable', async (_, type, body) => {
  expect(await upload(type, body)).toBe('400 malformed');
  expect(app.logged).toEqual([]);
});

it('one that brings no file is told so', async () => {
  for (const part of ['Content-Disposition: form-data; name="note"', 'nonsense'])
    expect(await upload(TYPE, `${head(part)}x\r\n--x--\r\n`)).toBe('422 invalid');
  for (const nothing of ['--x--\r\n', '']) expect(await upload(TYPE, nothing)).toBe('422 invalid');
});

it('one of another type too', async () => {
  expect(await upload('text/plain', 'x')).toBe('415 unsupported_media_type');
});
