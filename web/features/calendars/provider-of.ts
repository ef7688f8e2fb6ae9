const PROVIDERS: [RegExp, string][] = [
  [/(^|\.)calendly\.com$/, 'Calendly'],
  [/^(calendar\.google\.com|calendar\.app\.google)$/, 'Google Calendar'],
  [/^(outlook\.office(365)?\.com|outlook\.live\.com|book\.ms)$/, 'Microsoft Bookings'],
  [/(^|\.)cal\.com$/, 'Cal.com'],
];

/** Whose booking page a link opens, where that is known. */
export function providerOf(url: string): string | undefined {
  const host = URL.parse(url)?.hostname ?? '';
  return PROVIDERS.find(([hosts]) => hosts.test(host))?.[1];
}
