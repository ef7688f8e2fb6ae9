import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import type { Seat, SeatRole } from '../../../../contract/seats.ts';
import { INVITATION_DAYS } from '../../../../contract/team.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useCallOnce } from '../../../lib/forms/use-call-once.ts';
import { DialogFoot } from '../../../ui/form-dialog.tsx';
import { noticeOfInvitation } from '../notices.ts';
import { canceledTexts, useScheduledTexts } from '../seat-actions/scheduled-texts-choice.tsx';
import { useTeamChange } from '../use-team-change.ts';
import { type InvitedAs, InvitedAsFields, NameFields } from './invited-as-fields.tsx';
import { alreadyUsed } from './parse-addresses.ts';

type Body = BodyInput<typeof routes.inviteUser>;

interface Values {
  email: string;
  firstName: string;
  lastName: string;
}

const ANY_SEAT = 'any';

const fitsContract = schemaValidator<Partial<Values>>(routes.inviteUser.body);
/** A name that is not given is left to the person. */
const named = ({ firstName, lastName }: Values) => ({
  ...(firstName.trim() ? { firstName } : {}),
  ...(lastName.trim() ? { lastName } : {}),
});

export function InviteOneForm({
  seatRole,
  seats,
  seat,
  onClose,
}: {
  seatRole: SeatRole;
  seats: Seat[];
  /** The one that was chosen; null where it can be chosen here. */
  seat: Seat | null;
  onClose: () => void;
}) {
  const inviteUser = useCallOnce(routes.inviteUser);
  const [as, setAs] = useState<InvitedAs>({ userType: 'member', seatType: 'texter' });
  const [seatId, setSeatId] = useState(ANY_SEAT);
  const form = useForm<Values>({
    initialValues: { email: '', firstName: '', lastName: '' },
    validate: (values) => ({
      ...alreadyUsed(values.email, seats),
      ...fitsContract({ email: values.email, ...named(values) }),
    }),
  });
  const invite = useTeamChange({
    change: async (body: Body) => {
      const { status } = await inviteUser({ body });
      return noticeOfInvitation(status);
    },
    onDone: onClose,
    onRefused: form.setErrors,
  });
  const withNumber = seats.filter(({ status, twilioNumber }) => status === 'available' && twilioNumber);
  const chosen = seat ?? withNumber.find(({ id }) => id === seatId);
  const givenBack = as.seatType === 'nonTexter' ? chosen?.twilioNumberFormatted : null;
  const scheduled = useScheduledTexts(givenBack && chosen ? chosen.id : null);
  const submit = (values: Values) =>
    invite.run({
      email: values.email.trim(),
      ...named(values),
      ...as,
      seatRole,
      ...(chosen ? { seatId: chosen.id } : {}),
    });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          data-autofocus
          {...fieldProps(form, 'email')}
        />
        <NameFields form={form} isOptional />
        <InvitedAsFields value={as} onChange={setAs} />
        {seat === null && withNumber.length > 0 && (
          <Select
            label="Seat"
            description="A seat with a number comes with its conversations."
            allowDeselect={false}
            data={[
              { value: ANY_SEAT, label: 'Any available seat' },
              ...withNumber.map(({ id, twilioNumberFormatted }) => ({
                value: id,
                label: `With ${twilioNumberFormatted}`,
              })),
            ]}
            value={chosen?.id ?? ANY_SEAT}
            onChange={(value) => setSeatId(value ?? ANY_SEAT)}
          />
        )}
        <Text size="sm" c="dimmed">
          We'll email them a link, valid for {INVITATION_DAYS} days.
          {chosen?.twilioNumberFormatted &&
            (as.seatType === 'texter'
              ? ` They take over ${chosen.twilioNumberFormatted} and its conversations.`
              : ` ${chosen.twilioNumberFormatted} goes back to the carrier, and its conversations stay with the seat.`)}
          {givenBack && scheduled.data && ` ${canceledTexts(scheduled.data.inThreads)}`}
        </Text>
        <DialogFoot submit="Send invite" isSaving={invite.loading} onClose={onClose} />
      </Stack>
    </form>
  );
}
