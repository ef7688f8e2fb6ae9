import type { z } from 'zod';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';

/** Checked against what is known of the vendor's API: a fake that tells more breaks. */
export function checkedReply<T>(schema: z.ZodType<T>, body: T, status = 200): FakeReply {
  schema.parse(body);
  return { status, body: body as object };
}
