import type { FastifyInstance } from 'fastify';
import { ASK_PATH } from '../../cells/cells.ts';
import { isHere } from '../../cells/leads.ts';
import { Question } from '../../cells/questions.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { bytesOf, rawWebhooks } from '../../http/raw-webhooks.ts';
import { requireStorable } from '../../http/storable.ts';
import { resetPassword } from '../auth/change-password.ts';
import { mailForCell } from '../auth/secrets/mail-secret.ts';
import { isPasswordHere } from '../auth/sign-in.ts';
import { listKeptOptOuts } from '../consent/kept-opt-outs.ts';

/** Where the other cells ask. It isn't part of the API: no one else is answered. */
export function cellRoutes(app: FastifyInstance, deps: Deps): void {
  const { cells } = deps;
  if (cells === null) return;
  rawWebhooks(app, (scope) => {
    scope.post(ASK_PATH, (request) => {
      cells.senderOf(request);
      const question = Question.safeParse(JSON.parse(bytesOf(request).toString('utf8')));
      if (!question.success) throw new Failure('malformed');
      // What this cell doesn't have, it doesn't ask others for: no question goes in a circle.
      return answer({ ...deps, cells: null }, requireStorable(question.data));
    });
  });
}

async function answer(deps: Deps, question: Question): Promise<object> {
  switch (question.kind) {
    case 'password':
      return { yes: await isPasswordHere(deps, question) };
    case 'resetPassword':
      return { yes: await isReset(deps, question) };
    case 'mailSecret':
      return { yes: await mailForCell(deps, question) };
    case 'keptOptOuts':
      return { optOuts: await listKeptOptOuts(deps.db, question.emailHash, question.after) };
    default:
      return { yes: await isHere(deps.db, question) };
  }
}

async function isReset(
  deps: Deps,
  { ip, userAgent, ...given }: Extract<Question, { kind: 'resetPassword' }>,
): Promise<boolean> {
  try {
    await resetPassword(deps, given, { ip, cookies: {}, headers: { 'user-agent': userAgent ?? undefined } });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'code_invalid') return false;
    throw error;
  }
}
