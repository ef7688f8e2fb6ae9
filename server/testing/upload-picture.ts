import { API_BASE } from '../../contract/api.ts';
import * as routes from '../../contract/routes.ts';
import type { Recruiter, TestApp } from './test-app.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture that a person can put in a text or a template. */
export async function uploadPicture({ url }: TestApp, { token }: Pick<Recruiter, 'token'>): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'picture.png');
  const answer = await fetch(url + API_BASE + routes.uploadMedia.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return routes.uploadMedia.reply.parse(await answer.json()).id;
}
