import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Account } from '../../../contract/accounts.ts';
import type { User } from '../../../contract/users.ts';

const DeleteAccountDialog = lazy(() =>
  import('./delete-account-dialog.tsx').then((module) => ({ default: module.DeleteAccountDialog })),
);

export function DeleteAccount({ user, account }: { user: User; account: Account }) {
  const [opens, setOpens] = useState(0);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setOpens(opens + 1);
          setOpen(true);
        }}
      >
        Delete my account
      </Button>
      {opens > 0 && (
        <Suspense fallback={null}>
          <DeleteAccountDialog
            key={opens}
            user={user}
            account={account}
            opened={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
