import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import type { Seat, SeatRole } from '../../../../contract/seats.ts';
import { INVITATION_DAYS, type InviteOutcome, MAX_INVITATIONS } from '../../../../contract/team.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { useCallOnce } from '../../../lib/forms/use-call-once.ts';
import { counted } from '../../../lib/words.ts';
import { notices } from '../notices.ts';
import { countSeats } from '../seats/find-seats.ts';
import { useTeamChange } from '../use-team-change.ts';
import { InviteOutcomes } from './invite-outcomes.tsx';
import { type InvitedAs, InvitedAsFields } from './invited-as-fields.tsx';
import { alreadyUsed, parseAddresses } from './parse-addresses.ts';

export function InviteSeveralForm({
  seatRole,
  seats,
  onClose,
  onPurchase,
}: {
  seatRole: SeatRole;
  seats: Seat[];
  onClose: () => void;
  /** Of as many seats as are missing. */
  onPurchase: (missing: number) => void;
}) {
  const inviteUsers = useCallOnce(routes.inviteUsers);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [as, setAs] = useState<InvitedAs>({ userType: 'member', seatType: 'texter' });
  const [outcomes, setOutcomes] = useState<InviteOutcome[] | null>(null);
  const emails = parseAddresses(typed);
  const { available } = countSeats(seats);
  // What will be refused takes no seat.
  const wanted = emails.filter((email) => isInvitable(email, seats)).length;
  const invite = useTeamChange({
    change: async (body: BodyInput<typeof routes.inviteUsers>) => {
      const reply = await inviteUsers({ body });
      setOutcomes(reply.outcomes);
      const has = (outcome: InviteOutcome['outcome']) =>
        reply.outcomes.some((each) => each.outcome === outcome);
      return [...(has('sent') ? [notices.invited] : []), ...(has('ok') ? [notices.reinvited] : [])];
    },
    onRefused: (errors) => setError(errors.emails ?? null),
  });

  if (outcomes)
    return (
      <InviteOutcomes
        outcomes={outcomes}
        onAgain={(refused) => {
          setTyped(refused.join('\n'));
          setOutcomes(null);
          invite.again();
        }}
        onClose={onClose}
      />
    );
  function submit() {
    if (emails.length === 0) return setError('Enter at least one email address');
    if (emails.length > MAX_INVITATIONS)
      return setError(`You can invite up to ${MAX_INVITATIONS} people at a time`);
    invite.run({ emails, ...as, seatRole });
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      noValidate
    >
      <Stack gap="md">
        <Textarea
          label="Email addresses"
          description="Paste a list separated by commas, spaces or new lines."
          autosize
          minRows={4}
          maxRows={10}
          autoFocus
          spellCheck={false}
          value={typed}
          error={error}
          data-success={(wanted > 0 && wanted === emails.length && error === null) || undefined}
          data-shows="emails"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(null);
          }}
        />
        <InvitedAsFields value={as} onChange={setAs} />
        <Text size="sm" c="dimmed" role="status">
          {wanted > available
            ? tooMany(wanted, available)
            : `We'll email each person a link, valid for ${INVITATION_DAYS} days.`}
        </Text>
        {wanted > available && (
          <Button variant="default" size="xs" onClick={() => onPurchase(wanted - available)}>
            Buy {counted(wanted - available, 'seat')} first
          </Button>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={wanted > 0 && available === 0} loading={invite.loading}>
            {emails.length > 1 ? `Send ${emails.length} invites` : 'Send invites'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const fitsContract = schemaValidator<{ email: string }>(routes.inviteUser.body);

const isInvitable = (email: string, seats: Seat[]): boolean =>
  Object.keys({ ...alreadyUsed(email, seats), ...fitsContract({ email }) }).length === 0;

function tooMany(wanted: number, available: number): string {
  const people = counted(wanted, 'address', 'addresses');
  if (available === 0) return `${people}, but no available seats.`;
  return available === 1
    ? `${people}, but only 1 available seat. Only the first is invited.`
    : `${people}, but only ${available} available seats. Only the first ${available} are invited.`;
}
