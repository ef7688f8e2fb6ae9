import type { z } from 'zod';
import type { SandboxCardInput, SandboxCardToken } from '../../../../contract/sandbox.ts';
import { failureOf } from '../../../lib/api/api.ts';
import { offlineError } from '../../../lib/api/api-error.ts';

/** Gives a test card to the sandbox gateway. Like a real one it stands outside the API, which never sees a number. */
export async function makeSandboxCard(card: z.infer<typeof SandboxCardInput>): Promise<string> {
  let response: Response;
  try {
    response = await fetch('/sandbox/cards', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify(card),
    });
  } catch {
    throw offlineError();
  }
  const text = await response.text();
  if (!response.ok) throw failureOf(response.status, text);
  return (JSON.parse(text) as z.infer<typeof SandboxCardToken>).paymentMethodId;
}
