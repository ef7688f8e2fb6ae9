import { Button, Group, Radio, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import type { Seat } from '../../../../contract/seats.ts';
import type { ScheduledTexts } from '../../../../contract/team.ts';
import { call } from '../../../lib/api/api.ts';
import { PointList } from '../../../ui/point-list.tsx';
import { notices } from '../notices.ts';
import { seatName } from '../seats/find-seats.ts';
import { useTeamChange } from '../use-team-change.ts';
import { ScheduledTextsChoice, useScheduledTexts } from './scheduled-texts-choice.tsx';

export function RemovePersonForm({
  seat,
  seats,
  onClose,
}: {
  seat: Seat;
  seats: Seat[];
  onClose: () => void;
}) {
  const [threads, setThreads] = useState<'stay' | 'go'>('stay');
  const [threadsTo, setThreadsTo] = useState<string | null>(null);
  const scheduled = useScheduledTexts(seat.id);
  const [texts, setTexts] = useState<ScheduledTexts>('send');
  const [error, setError] = useState<string | null>(null);
  const colleagues = seats.flatMap((other) =>
    other.user && !other.user.isService && other.status === 'used' && other.id !== seat.id
      ? [{ value: other.user.id, label: seatName(other), number: other.twilioNumberFormatted }]
      : [],
  );
  // The chosen colleague may have left in the meantime.
  const heir = threads === 'go' ? colleagues.find(({ value }) => value === threadsTo) : undefined;
  const isHeirMute = heir !== undefined && heir.number === null;
  const name = seatName(seat);
  const isService = seat.user?.isService === true;
  const remove = useTeamChange({
    change: async (body: BodyInput<typeof routes.removeSeatFromTeamMember>) => {
      await call(routes.removeSeatFromTeamMember, { body });
      return isService ? notices.serviceRemoved : notices.personRemoved;
    },
    onDone: onClose,
  });
  const number = seat.twilioNumberFormatted;

  function submit() {
    if (threads === 'go' && !heir) return setError('Choose a colleague');
    remove.run({
      userId: seat.user?.id ?? '',
      ...(heir ? { threadsTo: heir.value } : {}),
      scheduledTexts: isHeirMute ? 'cancel' : texts,
    });
  }
  return (
    <Stack gap="md">
      <PointList
        points={[
          isService
            ? `The API keys of ${name} stop working right away. You can't bring it back.`
            : `${name} is signed out everywhere right away and can't sign in anymore. You can bring them back later.`,
          number
            ? `The seat becomes available and keeps ${number}. The next person in it gets the number.`
            : 'The seat becomes available.',
          'The seat stays in your plan, so your bill stays the same.',
        ]}
      />
      <Radio.Group
        label={isService ? 'Its conversations' : 'Their conversations'}
        value={threads}
        onChange={(value) => {
          setThreads(value as typeof threads);
          setError(null);
        }}
      >
        <Stack gap="sm" mt="xs">
          <Radio value="stay" label="Stay with the seat for the next person" />
          <Radio value="go" label="Go to a colleague" disabled={colleagues.length === 0} />
        </Stack>
      </Radio.Group>
      {threads === 'go' && (
        <Select
          label="Colleague"
          description="They reply from their number."
          placeholder="Choose a colleague"
          searchable
          nothingFoundMessage="No colleague by that name"
          data={colleagues}
          value={threadsTo}
          error={error}
          onChange={(value) => {
            setThreadsTo(value);
            setError(null);
          }}
        />
      )}
      <ScheduledTextsChoice
        scheduled={scheduled}
        firstName={seat.user?.firstName || name}
        from={heir?.number ?? number}
        heirWithoutNumber={isHeirMute ? heir.label : undefined}
        value={texts}
        onChange={setTexts}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button color="red.9" disabled={!scheduled.data} loading={remove.loading} onClick={submit}>
          Remove {seat.user?.firstName || 'person'}
        </Button>
      </Group>
    </Stack>
  );
}
