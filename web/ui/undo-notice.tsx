import { Button, Kbd } from '@mantine/core';
import { notifications } from '@mantine/notifications';

const STAYS_MS = 8000;

let latest: { id: string; undo: () => void } | null = null;

/** Names what was done and offers to undo it. Only the latest is shown, and the key undoes it. Returns a function that hides it. */
export function showUndo(message: string, undo: () => void, { forMs = STAYS_MS } = {}): () => void {
  if (latest) notifications.hide(latest.id);
  const id = crypto.randomUUID();
  const hide = () => {
    notifications.hide(id);
    forgetUndo(id);
  };
  const takeBack = () => {
    hide();
    undo();
  };
  latest = { id, undo: takeBack };
  notifications.show({
    id,
    message: (
      <>
        {message}{' '}
        <Button size="compact-sm" variant="subtle" rightSection={<Kbd size="xs">z</Kbd>} onClick={takeBack}>
          Undo
        </Button>
      </>
    ),
    color: 'teal',
    autoClose: forMs,
    onClose: () => forgetUndo(id),
  });
  return hide;
}

/** Only the key undoes it, for that long: what was done shows its own button, which calls `forgetUndo`. */
export function offerUndo(id: string, undo: () => void, forMs: number): void {
  latest = { id, undo };
  setTimeout(() => forgetUndo(id), forMs);
}

export function forgetUndo(id: string): void {
  if (latest?.id === id) latest = null;
}

/** The key for it: takes back what was done last, as long as that is offered. */
export function undoLatest(): void {
  const last = latest;
  latest = null;
  last?.undo();
}
