/** How people write a number, given as E.164. */
export function phoneSpellings(phoneNumber: string): string[] {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phoneNumber) ?? [];
  const digits = phoneNumber.replace(/\D/g, '');
  if (area === undefined) return [phoneNumber, digits, `00${digits}`];
  const national = [
    `${area}${exchange}${line}`,
    `(${area}) ${exchange}-${line}`,
    `(${area})${exchange}-${line}`,
    `${area}-${exchange}-${line}`,
    `${area}.${exchange}.${line}`,
    `${area} ${exchange} ${line}`,
  ];
  return ['', '1', '+1', '1 ', '+1 ', '1-', '+1-'].flatMap((prefix) => national.map((each) => prefix + each));
}
