import { useState } from 'react';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { atField, fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { showDone } from '../../../lib/notices.ts';
import { useStartSession } from '../use-start-session.ts';

/** The second step: a code of any kind, and the error for a refused one. */
export function useVerifyCode(of: {
  email: string;
  next: string | undefined;
  trustBrowser: boolean;
  refused?: string;
}) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const startSession = useStartSession();
  const verify = useSave({
    save: async (entered: string) => {
      const { email, trustBrowser } = of;
      const reply = await call(routes.verifyMfa, { body: { email, code: entered, trustBrowser } }).catch(
        (failure) => {
          throw atField(failure, 'code_invalid', 'code', of.refused);
        },
      );
      showDone('MFA Verification Done!');
      await startSession(reply, of.next);
    },
    showsFields: true,
    onStart: () => setError(null),
    onFailed: (failure) => {
      const atCode = fieldErrorsOf(failure).code;
      if (!atCode) return;
      setError(atCode);
      setCode('');
    },
  });
  return {
    code,
    setCode,
    error,
    isPending: verify.isPending,
    submit: (entered: string) => {
      verify.run(entered);
    },
  };
}
