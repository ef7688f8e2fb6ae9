import { useEffect, useState } from 'react';

/** The list knows the writing of phones with texts; for others the formatter is loaded. */
export function useFormatted(phone: string | null, known: string | null = null): string {
  const [formatted, setFormatted] = useState<{ phone: string; text: string } | null>(null);
  useEffect(() => {
    if (known || phone === null) return;
    let current = true;
    void import('../../../lib/phone.ts').then(
      ({ formatPhone }) => current && setFormatted({ phone, text: formatPhone(phone) }),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [phone, known]);
  return known ?? (formatted?.phone === phone ? formatted.text : (phone ?? ''));
}
