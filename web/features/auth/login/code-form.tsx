import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { CODE_LENGTH, CodeField } from './code-field.tsx';

/** Six digits, sent by themselves with the last one. */
export function CodeForm({
  code,
  setCode,
  error,
  isPending,
  submit,
  button = 'Verify',
  autoFocus = true,
  children,
}: {
  code: string;
  setCode: (code: string) => void;
  error: string | null;
  isPending: boolean;
  submit: (code: string) => void;
  button?: string;
  autoFocus?: boolean;
  children?: ReactNode;
}) {
  const submitWhole = (entered: string) => {
    if (entered.length === CODE_LENGTH) submit(entered);
  };
  return (
    <form
      data-shows="code"
      onSubmit={(event) => {
        event.preventDefault();
        submitWhole(code);
      }}
    >
      <Stack gap="md">
        <CodeField
          value={code}
          error={error}
          readOnly={isPending}
          autoFocus={autoFocus}
          onChange={(entered) => {
            setCode(entered);
            submitWhole(entered);
          }}
        />
        <Button
          type="submit"
          fullWidth
          loading={isPending}
          disabled={code.length < CODE_LENGTH && !isPending}
        >
          {button}
        </Button>
        {children}
      </Stack>
    </form>
  );
}
