import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { failures } from '../../../contract/failure.ts';
import type { AddingAnswer, SigningInAnswer } from '../../../contract/passkeys.ts';
import { ApiError } from '../api/api-error.ts';

/* The browser asks the person. What comes of it is an answer for the server, or a sentence. */

type Options = { challenge: string };

export function answerWithPasskey(options: Options): Promise<SigningInAnswer> {
  return asked(startAuthentication({ optionsJSON: options as never }), {
    NotAllowedError: 'No passkey was used. Try again or choose another way.',
  }) as Promise<SigningInAnswer>;
}

export function makePasskey(options: Options): Promise<AddingAnswer> {
  return asked(startRegistration({ optionsJSON: options as never }), {
    NotAllowedError: "No passkey was created. Try again when you're ready.",
    InvalidStateError: 'You already have a passkey on this device or key.',
    ConstraintError: "This device or key can't verify who you are. Try another one.",
  }) as Promise<AddingAnswer>;
}

/** Browsers give few reasons, so that no page finds out what a person has. */
async function asked<Answer>(answer: Promise<Answer>, sentences: Record<string, string>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    const sentence = sentences[name] ?? failures.passkey_failed.message;
    throw new ApiError({ status: 0, code: 'passkey_failed', message: sentence });
  }
}
