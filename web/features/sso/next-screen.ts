/** Where to go after signing in, kept in this tab while the browser is at the provider; a private window may refuse storage. */
const NEXT = 'hiretext:next';

export function keepNext(next: string | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(NEXT);
    else sessionStorage.setItem(NEXT, next);
  } catch {
    // The person lands where everyone does.
  }
}

export function takeNext(): string | undefined {
  try {
    const next = sessionStorage.getItem(NEXT) ?? undefined;
    sessionStorage.removeItem(NEXT);
    return next;
  } catch {
    return undefined;
  }
}
