/** The account requires a second step, and the server answers nothing else before the person has one. */
const onRequired = new Set<() => void>();

export function onMfaRequired(listener: () => void): () => void {
  onRequired.add(listener);
  return () => {
    onRequired.delete(listener);
  };
}

export function tellMfaRequired(): void {
  for (const listener of onRequired) listener();
}
