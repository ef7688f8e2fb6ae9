import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

type Formatter = typeof import('../lib/phone.ts');

/** Letters and the like are left for the server to refuse, not silently dropped. */
const LOOKS_LIKE_NUMBER = /^[+\d\s().-]*$/;

/** A number as the server keeps it, which is there before the formatter is. */
const STORED = /^\+1(\d{3})(\d{3})(\d{4})$/;

/** Takes a number in any usual way of writing and shows it as (###) ###-####. */
export function PhoneField({
  value: given = '',
  onChange,
  onBlur,
  ...props
}: Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> & {
  value?: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
}) {
  const value = given.replace(STORED, '($1) $2-$3');
  const [formatter, setFormatter] = useState<Formatter | null>(null);

  const input = useRef<HTMLInputElement>(null);

  // Without it the field still works; the server formats what it stores.
  const load = () => {
    if (!formatter) void import('../lib/phone.ts').then(setFormatter, () => undefined);
  };

  const formattedWhileTyping = (text: string) =>
    formatter && LOOKS_LIKE_NUMBER.test(text) ? formatter.formatWhileTyping(text) : text;

  // People may finish typing before the formatter loads, so the field may be newer than the value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it arrives
  useEffect(() => {
    const typed = input.current?.value ?? '';
    const formatted = formattedWhileTyping(typed);
    // Who only passes through has changed nothing.
    if (formatted !== typed && input.current?.selectionStart === typed.length) onChange?.(formatted);
  }, [formatter]);

  function type(text: string, caret: number | null) {
    // Formatting while deleting, or before the caret, would fight the person typing.
    const adding = text.length > value.length && caret === text.length;
    onChange?.(adding ? formattedWhileTyping(text) : text);
  }

  return (
    <TextInput
      type="tel"
      inputMode="tel"
      placeholder="(###) ###-####"
      {...props}
      ref={input}
      value={value}
      onFocus={load}
      onChange={(event) => type(event.currentTarget.value, event.currentTarget.selectionStart)}
      onBlur={(event) => {
        const shown = event.currentTarget.value;
        const formatted = formatter?.formatPhone(shown) ?? shown;
        if (formatted !== shown) onChange?.(formatted);
        onBlur?.();
      }}
    />
  );
}
