import { Anchor, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSave } from '../../lib/api/use-save.ts';
import { savingAccount } from '../../lib/session/saving-account.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { WaiveDialog } from './waiting-for-opt-outs.tsx';

/** Whether nothing goes out until the opt-outs of the product before are here. */
export function OptOutsFirstSection() {
  const { optOutsFirst } = useMe().account;
  const [asked, setAsked] = useState<'lock' | 'waive' | null>(null);
  return (
    <Section
      title="Moving from another product"
      text="People who opted out there must not get texts from here either."
    >
      <Switch
        label="Import opt-outs first"
        description="No texts go out until an admin has imported them, or says in writing why there are none."
        checked={optOutsFirst}
        onChange={() => setAsked(optOutsFirst ? 'waive' : 'lock')}
      />
      {optOutsFirst && (
        <Anchor size="sm" component={Link} to={paths.candidateImports}>
          Import opt-outs
        </Anchor>
      )}
      {asked === 'lock' && <LockDialog onClose={() => setAsked(null)} />}
      {asked === 'waive' && <WaiveDialog onClose={() => setAsked(null)} />}
    </Section>
  );
}

function LockDialog({ onClose }: { onClose: () => void }) {
  const lock = useSave({
    ...savingAccount,
    save: () => savingAccount.save({ optOutsFirst: true }),
    done: 'No texts go out for now',
    onDone: onClose,
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      title="Send no texts until opt-outs are imported?"
      confirm="Stop texts"
      isPending={lock.isPending}
      onConfirm={() => lock.run()}
      onClose={onClose}
    >
      Nothing goes out from any number of your company until then. Scheduled texts are held, and texts on
      their way to the carrier may fail.
    </ConfirmDialog>
  );
}
