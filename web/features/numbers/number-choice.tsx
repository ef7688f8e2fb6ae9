import { Alert, Button, Radio, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as routes from '../../../contract/routes.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import classes from './number-choice.module.css';

/** The numbers of an area code, one of which is bought. */
export function NumberChoice({
  areaCode,
  buy: buyNumber,
  onBought,
  suggestions,
}: {
  areaCode: string;
  buy: (phoneNumber: string) => Promise<unknown>;
  onBought: () => void;
  /** Stands where there is nothing to choose from. */
  suggestions: ReactNode;
}) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const search = routeQuery(routes.findPhoneNumber, { query: { areaCode } });
  const found = useQuery({ ...search, refetchOnWindowFocus: false });
  const buy = useSave({
    save: buyNumber,
    showsAll: true,
    loader: 'Getting your number',
    // Also once the dialog is closed: the number is theirs.
    keep: () => onBought(),
    onFailed: async (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.code !== 'number_taken' && error.code !== 'number_not_available') return;
      setChosen(null);
      await loadAgain(queryClient, search.queryKey);
    },
  });

  if (found.isPending) return <ChoiceSkeleton />;
  if (found.isError && !found.data) {
    return <LoadFailure what="Numbers" retry={() => void found.refetch()} />;
  }
  const isNearby = found.data.some((number) => number.areaCode !== areaCode);
  const picked = found.data.find((number) => number.phoneNumber === chosen);
  return (
    <div className={classes.choice}>
      {buy.isError && (
        <Alert color="red" mb="md">
          {buy.error.message}
        </Alert>
      )}
      {found.data.length === 0 ? (
        <>
          <p className={classes.none}>There are no numbers in {areaCode} right now. Try another area code:</p>
          {suggestions}
        </>
      ) : (
        <>
          {isNearby && (
            <p className={classes.none} role="status">
              There are no numbers in {areaCode} right now. These are from nearby.
            </p>
          )}
          <Radio.Group
            value={chosen}
            onChange={setChosen}
            label={isNearby ? `Numbers near ${areaCode}` : `Numbers in ${areaCode}`}
          >
            <div className={classes.numbers}>
              {found.data.map((number) => (
                <Radio.Card
                  key={number.phoneNumber}
                  value={number.phoneNumber}
                  className={classes.number}
                  disabled={buy.isPending}
                >
                  <Radio.Indicator />
                  <span className={classes.digits}>{number.phoneNumberFormatted}</span>
                  <span className={classes.place}>
                    {[number.locality, number.region].filter(Boolean).join(', ')}
                  </span>
                </Radio.Card>
              ))}
            </div>
          </Radio.Group>
          <div className={classes.bar}>
            <Button
              disabled={!picked}
              loading={buy.isPending || buy.isSuccess}
              onClick={() => picked && buy.run(picked.phoneNumber)}
            >
              {picked ? `Get ${picked.phoneNumberFormatted}` : 'Choose a number'}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

const SKELETONS = [1, 2, 3, 4, 5, 6];

function ChoiceSkeleton() {
  return (
    <div className={classes.choice} role="status" aria-busy="true" aria-label="Looking for numbers">
      {SKELETONS.map((row) => (
        <Skeleton key={row} height={44} mb={8} />
      ))}
    </div>
  );
}
