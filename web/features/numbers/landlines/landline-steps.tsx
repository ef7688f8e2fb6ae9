import { Skeleton, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { LandlineOrder } from '../../../../contract/landlines.ts';
import type { ReplyOutput } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { GettingReadyDialog } from '../getting-ready-dialog.tsx';
import { CodeStep } from './code-step.tsx';
import { isOpen, useLandline, type Verification } from './landline-query.ts';
import classes from './landlines.module.css';
import { LetterStep } from './letter-step.tsx';
import { LinkedStep } from './linked-step.tsx';
import { NumberStep } from './number-step.tsx';
import { OwnerStep } from './owner-step.tsx';
import { RejectedStep } from './rejected-step.tsx';
import { ReviewStep } from './review-step.tsx';

type Checked = ReplyOutput<typeof routes.checkLandline>;

const steps = ['Number', 'Owner', 'Code', 'Authorization', 'Review'] as const;

/** From a landline to one that texts, step by step; where it stands is kept on the server. */
export function LandlineSteps() {
  const landline = useLandline();
  if (landline.isPending)
    return (
      <Stack gap="md" role="status" aria-busy="true" aria-label="Loading your number">
        <Skeleton height={24} />
        <Skeleton height={160} />
      </Stack>
    );
  if (!landline.data) return <LoadFailure what="Your number" retry={() => void landline.refetch()} />;
  return <Steps order={landline.data.order} verification={landline.data.verification} />;
}

function Steps({ order, verification }: { order: LandlineOrder | null; verification: Verification }) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isNewTry, setNewTry] = useState(false);
  const [isWatched, setWatched] = useState(false);
  const [linking, setLinking] = useState(false);
  const { user } = useMe();
  const open = order && isOpen(order) ? order : null;
  const isOurs = isWatched || user.seat?.twilioNumber === order?.phoneNumber;
  const linked = order?.state === 'linked' && isOurs && !checked ? order : null;
  const rejected = order?.state === 'rejected' && !isNewTry && !checked ? order : null;
  const index = open
    ? { verifying: 2, signing: 3, reviewing: 4 }[open.state as 'verifying']
    : checked
      ? 1
      : 0;

  // What was entered here counts until the order has it.
  const isBegun = open !== null;
  useEffect(() => {
    if (!isBegun) return;
    setChecked(null);
    setNewTry(false);
    setWatched(true);
  }, [isBegun]);

  // To where the next step begins, so that no one has to look for it.
  const place = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  const step = `${index} ${rejected?.id} ${linked?.id}`;
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else if (step) place.current?.querySelector<HTMLElement>('h2')?.focus();
  }, [step]);

  return (
    <Stack gap="lg">
      {!rejected && !linked && (
        <ol className={classes.steps} aria-label="Steps">
          {steps.map((label, position) => (
            <li
              key={label}
              aria-current={position === index ? 'step' : undefined}
              data-done={position < index || undefined}
            >
              <span aria-hidden>{position + 1}</span>
              {label}
            </li>
          ))}
        </ol>
      )}
      <div ref={place}>
        {rejected ? (
          <RejectedStep order={rejected} again={() => setNewTry(true)} />
        ) : linked ? (
          <LinkedStep order={linked} />
        ) : open?.state === 'verifying' ? (
          <CodeStep order={open} verification={verification} />
        ) : open?.state === 'signing' ? (
          <LetterStep order={open} onSigned={() => setLinking(true)} />
        ) : open ? (
          <ReviewStep order={open} />
        ) : checked ? (
          <OwnerStep checked={checked} known={order?.owner ?? null} back={() => setChecked(null)} />
        ) : (
          <NumberStep known={order?.phoneNumberFormatted ?? ''} onChecked={setChecked} />
        )}
      </div>
      <GettingReadyDialog opened={linking} onClose={() => setLinking(false)} user={user} isLandline />
    </Stack>
  );
}
