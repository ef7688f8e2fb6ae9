/** Amounts as people read them. */

const formats = new Map<string, Intl.NumberFormat>();

function format(currency: string, fraction: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = currency + JSON.stringify(fraction);
  let found = formats.get(key);
  if (!found) {
    found = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...fraction });
    formats.set(key, found);
  }
  return found;
}

/** How many of the smallest unit make a whole one: 100 cents, but 1 yen. */
const wholeOf = (currency: string) =>
  10 ** (format(currency, {}).resolvedOptions().maximumFractionDigits ?? 2);

/** Of the smallest unit: $15, $15.90, -$3. */
export function money(amount: number, currency: string): string {
  const whole = wholeOf(currency);
  const fraction = amount % whole === 0 ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
  return format(currency, fraction).format(amount / whole);
}

/** Of whole units, as prices are. */
export const price = (units: number, currency: string): string =>
  money(Math.round(units * wholeOf(currency)), currency);
