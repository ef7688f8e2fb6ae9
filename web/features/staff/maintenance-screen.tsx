import { Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain, putAnswer } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { dateTime, elapsed } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { type Ask, ReasonDialog } from './reason-dialog.tsx';
import classes from './staff.module.css';
import { StaffFrame } from './staff-frame.tsx';

export function MaintenanceScreen() {
  return (
    <StaffFrame
      tab={paths.staffMaintenance}
      lead="Hold all outbound texts while you work on Hiretext. Texts in still arrive, and opt-outs still count."
    >
      {(timezone) => <State timezone={timezone} />}
    </StaffFrame>
  );
}

const query = () => ({ ...routeQuery(routes.getMaintenance, {}), staleTime: 0 });

function State({ timezone }: { timezone: string }) {
  const { data, isError, refetch } = useQuery(query());
  const queryClient = useQueryClient();
  const [ask, setAsk] = useState<Ask | null>(null);
  const changed = (answer: NonNullable<typeof data>) => {
    putAnswer(queryClient, query().queryKey, answer);
    void loadAgain(queryClient, routes.getAccount);
  };
  const end = useSave({
    save: () => call(routes.endMaintenance, {}),
    onDone: changed,
    done: 'Texts go out again',
  });
  const hold: Ask = {
    title: 'Hold all texts?',
    text: 'No text goes out from any account until you let them go. What people send waits, and then goes out in order.',
    hint: 'Everyone sees this reason at the top of every screen.',
    button: 'Hold all texts',
    isFinal: true,
    run: async (reason) => changed(await call(routes.startMaintenance, { body: { reason } })),
  };
  if (isError) return <LoadFailure what="Maintenance" retry={() => void refetch()} />;
  if (data === undefined) return null;
  const { maintenance } = data;
  return (
    <>
      {maintenance === null ? (
        <>
          <Text mb="md">Texts go out as always.</Text>
          <Button color="red.9" onClick={() => setAsk(hold)}>
            Hold all texts
          </Button>
        </>
      ) : (
        <>
          <Text fw={500}>
            All texts have been held for{' '}
            <span title={dateTime(maintenance.since, timezone)}>{elapsed(maintenance.since)}</span>.
          </Text>
          <Text mb="md" className={classes.reason}>
            {maintenance.reason}
          </Text>
          <Button loading={end.isPending} onClick={() => end.run()}>
            Let texts go out
          </Button>
        </>
      )}
      <ReasonDialog ask={ask} onClose={() => setAsk(null)} />
    </>
  );
}
