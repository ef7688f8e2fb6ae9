import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as routes from '../../../../contract/routes.ts';
import type { Seat } from '../../../../contract/seats.ts';
import { call } from '../../../lib/api/api.ts';
import { showDone } from '../../../lib/notices.ts';
import { PointList } from '../../../ui/point-list.tsx';
import { NumberSearch } from '../../numbers/number-search.tsx';
import { oldNumber } from '../../numbers/old-number.ts';
import { notices } from '../notices.ts';
import { teamChanged } from '../team-query.ts';

/** Another number for a seat, or the first one of a service, chosen from those of an area code. */
export function NewNumberForm({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const queryClient = useQueryClient();
  const isFirst = seat.twilioNumber === null;
  return (
    <Stack gap="md">
      <PointList
        points={[
          'You choose the number, from any area code.',
          ...(isFirst
            ? []
            : [
                oldNumber(seat.twilioNumberFormatted),
                'Conversations stay. Candidates see the new number starting with the next text.',
              ]),
          'Your bill stays the same.',
        ]}
      />
      <div>
        <NumberSearch
          buy={(phoneNumber) =>
            call(routes.updatePhoneNumber, { params: { id: seat.id }, body: { phoneNumber } })
          }
          onBought={() => {
            onClose();
            showDone((isFirst ? notices.numberChosen : notices.numberChanged).message);
            teamChanged(queryClient);
          }}
        />
      </div>
    </Stack>
  );
}
