import { Alert, Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useSave } from '../../lib/api/use-save.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { savingAccount } from '../../lib/session/saving-account.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

/** Nothing goes out until the opt-outs are here, or an admin says in writing why there are none. */
export function WaitingForOptOuts() {
  const isAdmin = useMe().user.userType === 'admin';
  const [isWaiving, setIsWaiving] = useState(false);
  return (
    <Alert color="orange" mb="md" title="Your company sends no texts yet">
      {isAdmin
        ? 'Import the people who opted out in the product you used before. Texts go out once that is done.'
        : 'An admin has to import the people who opted out in the product you used before.'}
      {isAdmin && (
        <div>
          <Button mt="sm" size="xs" variant="default" onClick={() => setIsWaiving(true)}>
            There are none to import
          </Button>
        </div>
      )}
      {isWaiving && <WaiveDialog onClose={() => setIsWaiving(false)} />}
    </Alert>
  );
}

export function WaiveDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? 'The reason is required' : null) },
  });
  const waive = useSave({
    ...savingAccount,
    save: ({ reason }: { reason: string }) => savingAccount.save({ optOutsFirst: false, reason }),
    form,
    done: 'Texts go out again',
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Send without importing opt-outs?"
      form={form}
      submit="Let texts go out"
      isSaving={waive.isPending}
      onSubmit={(values) => waive.run(values)}
      onClose={onClose}
    >
      <Textarea
        label="Why there are none to import"
        description="Activity shows this with your name."
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...fieldProps(form, 'reason')}
      />
    </FormDialog>
  );
}
