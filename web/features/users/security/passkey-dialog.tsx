import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '../../../../contract/passkeys.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { browserName } from '../../../lib/browser-name.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { showDone } from '../../../lib/notices.ts';
import { makePasskey } from '../../../lib/session/passkey-ceremony.ts';
import { DialogFoot } from '../../../ui/form-dialog.tsx';
import { ProofStep } from './proof-step.tsx';

export type PasskeyTask = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

const titles: Record<PasskeyTask['kind'], string> = {
  add: 'Add a passkey',
  rename: 'Rename the passkey',
  remove: 'Remove the passkey?',
};

export function PasskeyDialog({
  task,
  user,
  opened,
  onClose,
}: {
  task: PasskeyTask;
  user: User;
  opened: boolean;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const finish = async (message: string) => {
    await Promise.all([routes.getUser, routes.listPasskeys].map((route) => loadAgain(queryClient, route)));
    onClose();
    showDone(message);
  };
  const proof = { user, onCancel: onClose };

  const step = () => {
    switch (task.kind) {
      case 'add':
        return (
          <ProofStep
            {...proof}
            text={
              user.hasPassword
                ? "First, confirm that it's you. Then your browser asks where to keep the passkey."
                : 'Your browser asks where to keep the passkey.'
            }
            button="Continue"
            submit={async (given) => {
              const { options } = await call(routes.startPasskey, { body: given });
              const response = await makePasskey(options);
              const fallbackName = browserName(navigator.userAgent);
              await call(routes.addPasskey, { body: { response, fallbackName } });
              await finish('Passkey added.');
            }}
          />
        );
      case 'rename':
        return (
          <RenameForm passkey={task.passkey} onCancel={onClose} onDone={() => finish('Passkey renamed.')} />
        );
      case 'remove':
        return (
          <ProofStep
            {...proof}
            text={`“${task.passkey.name}” will no longer sign you in. Remove it from your device too, where it may stay in the list.`}
            button="Remove"
            color="red.9"
            submit={async (given) => {
              const { id } = task.passkey;
              await call(routes.removePasskey, { params: { id }, body: given });
              await finish('Passkey removed.');
            }}
          />
        );
    }
  };
  return (
    <Modal opened={opened} onClose={onClose} title={titles[task.kind]}>
      {step()}
    </Modal>
  );
}

function RenameForm({
  passkey,
  onCancel,
  onDone,
}: {
  passkey: Passkey;
  onCancel: () => void;
  onDone: () => Promise<void>;
}) {
  const form = useForm({
    initialValues: { name: passkey.name },
    validate: schemaValidator(routes.renamePasskey.body),
  });
  const rename = useSave({
    save: async (body: { name: string }) => {
      await call(routes.renamePasskey, { params: { id: passkey.id }, body });
      await onDone();
    },
    form,
  });
  return (
    <form onSubmit={form.onSubmit((values) => rename.run(values))} noValidate>
      <Stack gap="md">
        <TextInput label="Name" data-autofocus {...fieldProps(form, 'name')} />
        <DialogFoot
          submit="Rename"
          isSaving={rename.isPending}
          disabled={!form.isDirty()}
          onClose={onCancel}
        />
      </Stack>
    </form>
  );
}
