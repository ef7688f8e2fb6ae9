import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useMe } from '../../lib/session/use-me.ts';

const DeleteAccountDialog = lazy(() =>
  import('./delete-account-dialog.tsx').then((module) => ({ default: module.DeleteAccountDialog })),
);

export function DeleteAccount() {
  const { user, account } = useMe();
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
