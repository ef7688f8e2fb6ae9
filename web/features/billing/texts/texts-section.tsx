import { Button, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { price } from '../../../lib/money.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useTaskDialog } from '../../../lib/use-task-dialog.ts';
import { counted } from '../../../lib/words.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { textPackagesQuery, usageQuery } from '../billing-query.ts';
import { LOW_TEXTS } from '../low-texts.ts';
import { PackageDialog, type TextPackage } from './package-dialog.tsx';
import classes from './texts.module.css';
import { USAGE_DAYS } from './usage-section.tsx';

/** The bar is full with as many as the smallest package has. */
const FULL = 200;

/** Texts that are left, and packages of more. */
export function TextsSection() {
  const { account } = useMe();
  const packages = useQuery(textPackagesQuery());
  const buy = useTaskDialog<TextPackage>();
  const left = account.subscriptionInfo.remainingTexts ?? 0;
  return (
    <Stack gap="md">
      <Stack gap={6}>
        <Text fw={500}>{counted(left, 'text')} left</Text>
        <Progress
          value={Math.min(100, (Math.max(0, left) / FULL) * 100)}
          size="sm"
          color={left > LOW_TEXTS ? 'iris' : left > 0 ? 'orange' : 'red'}
          aria-label="Texts left"
        />
        <Pace left={left} />
      </Stack>
      {packages.isError && !packages.data ? (
        <LoadFailure what="The text packages" retry={() => void packages.refetch()} />
      ) : (
        <ul
          className={classes.packages}
          aria-label="Text packages"
          aria-busy={packages.isPending || undefined}
        >
          {packages.data?.packages.map(({ count, price: units }) => (
            <li key={count}>
              <span className={classes.count}>{counted(count, 'text')}</span>
              <span className={classes.price}>{price(units, packages.data.currency)}</span>
              <Button
                size="xs"
                variant="default"
                aria-label={`Buy ${count} texts`}
                onClick={() => buy.open({ count, price: units, currency: packages.data.currency })}
              >
                Buy
              </Button>
            </li>
          ))}
        </ul>
      )}
      {buy.asked && <PackageDialog key={buy.asked.time} bought={buy.asked.task} left={left} {...buy.state} />}
    </Stack>
  );
}

/** A hint, which no one misses where there is none. */
function Pace({ left }: { left: number }) {
  const { data: days } = useQuery(usageQuery(USAGE_DAYS));
  const sent = days?.reduce((sum, { segments }) => sum + segments, 0) ?? 0;
  if (left <= 0 || !days || sent <= 0) return null;
  const lasts = Math.floor(left / (sent / days.length));
  if (lasts > 365) return null;
  return (
    <Text size="sm" c="dimmed">
      {lasts < 1
        ? 'At your usual pace, they last less than a day.'
        : `At your usual pace, they last about ${lasts === 1 ? 'a day' : `${lasts} days`}.`}
    </Text>
  );
}
