import { Stack, TextInput } from '@mantine/core';
import * as routes from '../../../../contract/routes.ts';
import type { Seat } from '../../../../contract/seats.ts';
import { call } from '../../../lib/api/api.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useFormOf } from '../../../lib/forms/use-form-of.ts';
import { DialogFoot } from '../../../ui/form-dialog.tsx';
import { notices } from '../notices.ts';
import { seatName } from '../seats/find-seats.ts';
import { useTeamChange } from '../use-team-change.ts';

const fits = schemaValidator<{ name: string }>(routes.renameService.body.pick({ name: true }));

export function RenameForm({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const form = useFormOf({ name: seatName(seat) }, fits);
  const rename = useTeamChange({
    change: async (name: string) => {
      await call(routes.renameService, { body: { userId: seat.user?.id ?? '', name } });
      return notices.serviceRenamed;
    },
    onDone: onClose,
    onRefused: form.setErrors,
  });
  return (
    <form onSubmit={form.onSubmit(({ name }) => rename.run(name))} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Texts it sent before show the new name too."
          autoComplete="off"
          data-autofocus
          {...fieldProps(form, 'name')}
        />
        <DialogFoot submit="Rename" isSaving={rename.loading} onClose={onClose} />
      </Stack>
    </form>
  );
}
