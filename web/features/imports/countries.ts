import { getCountries } from 'libphonenumber-js/min';

/** For a list to choose from: those that most people here need come first. */
export function countries(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const all = getCountries().map((value) => ({ value: value as string, label: names.of(value) ?? value }));
  const first = FIRST.flatMap((code) => all.filter(({ value }) => value === code));
  const rest = all.filter(({ value }) => !FIRST.includes(value));
  return [...first, ...rest.toSorted((one, other) => one.label.localeCompare(other.label))];
}

const FIRST = ['US', 'CA', 'MX', 'GB'];
