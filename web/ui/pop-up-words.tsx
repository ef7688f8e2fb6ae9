import { Text } from '@mantine/core';

/** What to do about a pop-up: go on in it, or let it open. */
export function PopUpWords({ isOpen, isBlocked }: { isOpen: boolean; isBlocked: boolean }) {
  return (
    <>
      {isOpen && (
        <Text size="sm" c="dimmed" role="status">
          Continue in the window that opened.
        </Text>
      )}
      {isBlocked && (
        <Text size="sm" c="var(--danger)" role="alert">
          Your browser blocked the window. Allow pop-ups for this site, then try again.
        </Text>
      )}
    </>
  );
}
