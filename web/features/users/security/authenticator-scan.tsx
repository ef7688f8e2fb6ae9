import { Anchor, Box, Code, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReplyOutput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import { AUTHENTICATOR_SETUP_MINUTES } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { atField, fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { CODE_LENGTH } from '../../auth/login/code-field.tsx';
import { CodeForm } from '../../auth/login/code-form.tsx';
import { QrCode } from './qr-code.tsx';

/** The seed for the app, and the first code that proves that it arrived. */
export function AuthenticatorScan({
  seed,
  onConfirmed,
}: {
  seed: ReplyOutput<typeof routes.startAuthenticator>;
  onConfirmed: (recoveryCodes: string[]) => void;
}) {
  const start = useRef<HTMLParagraphElement>(null);
  // Not the code's field: a phone's keyboard would cover the picture.
  useEffect(() => start.current?.focus(), []);

  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const confirm = useSave({
    save: async (entered: string) => {
      const late = `${AUTHENTICATOR_SETUP_MINUTES} minutes have passed. Close this and start again.`;
      const reply = await call(routes.confirmAuthenticator, { body: { code: entered } }).catch((failure) => {
        throw atField(failure, 'not_found', 'code', late);
      });
      onConfirmed(reply.recoveryCodes);
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
  return (
    <Stack gap="md">
      <Text ref={start} tabIndex={-1} style={{ outline: 'none' }}>
        Scan this with an authenticator app on your phone, such as Google Authenticator, Microsoft
        Authenticator or 1Password.
      </Text>
      <Box mx="auto">
        <QrCode text={seed.otpauthUrl} label="QR code for your authenticator app" />
      </Box>
      <Anchor href={seed.otpauthUrl} ta="center" hiddenFrom="sm">
        Open the app on this phone
      </Anchor>
      <div>
        <Text size="sm" c="dimmed" mb="xs">
          Or type this key into the app:
        </Text>
        <Stack gap="xs" align="flex-start">
          <Code fz="sm" px="sm" py="xs" style={{ overflowWrap: 'anywhere' }}>
            {seed.secret.replace(/.{4}(?=.)/g, '$& ')}
          </Code>
          <CopyButton text={seed.secret} label="Copy key" />
        </Stack>
      </div>
      <Text>Then enter the {CODE_LENGTH} digits the app shows.</Text>
      <CodeForm
        button="Turn on"
        autoFocus={false}
        code={code}
        setCode={setCode}
        error={error}
        isPending={confirm.isPending}
        submit={(entered) => {
          confirm.run(entered);
        }}
      />
    </Stack>
  );
}
