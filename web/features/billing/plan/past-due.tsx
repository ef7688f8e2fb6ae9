import { Alert } from '@mantine/core';
import type { Account } from '../../../../contract/accounts.ts';
import { overdueWords } from '../overdue-words.ts';

/** On the page where it can be fixed. */
export function PastDue({ account, timezone }: { account: Account; timezone: string }) {
  const words = overdueWords(account, timezone);
  if (words === null) return null;
  return (
    <Alert color="red" variant="light" mb="lg" role="alert">
      {words}
    </Alert>
  );
}
