import { Input, PinInput } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';

export const CODE_LENGTH = 6;

/** Six cells for the digits of a code; takes a pasted or filled-in one as a whole. */
export function CodeField({
  value,
  onChange,
  error,
  readOnly,
  autoFocus = true,
}: {
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  readOnly: boolean;
  autoFocus?: boolean;
}) {
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) first.current?.focus();
  }, [error]);
  return (
    <div data-success={(value.length === CODE_LENGTH && error === null) || undefined}>
      <PinInput
        ref={first}
        aria-label="Code"
        aria-describedby={error ? id : undefined}
        type="number"
        length={CODE_LENGTH}
        size="md"
        gap={4}
        w="100%"
        styles={{ pinInput: { flex: 1 } }}
        placeholder=""
        autoFocus={autoFocus}
        oneTimeCode
        readOnly={readOnly}
        error={error !== null}
        value={value}
        onChange={onChange}
        getInputProps={(index) => ({ 'aria-label': `Digit ${index + 1} of ${CODE_LENGTH}` })}
      />
      {error && (
        <Input.Error id={id} mt="sm" role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
}
