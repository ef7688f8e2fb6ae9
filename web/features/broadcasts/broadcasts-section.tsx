import { NativeSelect, Switch } from '@mantine/core';
import { useSave, useToggle } from '../../lib/api/use-save.ts';
import { savingAccount } from '../../lib/session/saving-account.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { counted } from '../../lib/words.ts';
import { Section } from '../../ui/section.tsx';

const PER_WEEK = [1, 2, 3, 4, 5, 7];
const APPROVAL_ABOVE = [0, 25, 100, 250, 500, 1000, 5000];

/** Who gets broadcasts and how often, and whether another admin has to approve them. */
export function BroadcastsSection() {
  const { account } = useMe();
  const { broadcastApprovalAbove, broadcastsPerWeek } = account;
  const change = useSave(savingAccount);
  const consent = useToggle(account.broadcastConsent === 'express', {
    ...savingAccount,
    save: (isExpress) => savingAccount.save({ broadcastConsent: isExpress ? 'express' : 'any' }),
  });
  const inOrder = (choices: number[], chosen: number) =>
    [...new Set([...choices, chosen])].sort((a, b) => a - b);
  return (
    <Section title="Broadcasts" text="One text to many candidates at once.">
      <Switch
        label="Only to those who agreed"
        description="They have agreed to texts, or written to you within a year."
        {...consent}
      />
      <NativeSelect
        mt="md"
        label="Broadcasts to one candidate"
        description="In any 7 days, from everyone together."
        maw={340}
        value={broadcastsPerWeek}
        disabled={change.isPending}
        onChange={({ currentTarget: { value } }) => change.run({ broadcastsPerWeek: Number(value) })}
        data={inOrder(PER_WEEK, broadcastsPerWeek).map((count) => ({
          value: String(count),
          label: counted(count, 'text'),
        }))}
      />
      <NativeSelect
        mt="md"
        label="Approval by another admin"
        description="The broadcast waits until an admin other than its author approves it."
        maw={340}
        value={broadcastApprovalAbove ?? ''}
        disabled={change.isPending}
        onChange={({ currentTarget: { value } }) =>
          change.run({ broadcastApprovalAbove: value === '' ? null : Number(value) })
        }
        data={[
          { value: '', label: 'Never' },
          ...inOrder(APPROVAL_ABOVE, broadcastApprovalAbove ?? 0).map((count) => ({
            value: String(count),
            label: count === 0 ? 'Always' : `Above ${counted(count, 'candidate')}`,
          })),
        ]}
      />
    </Section>
  );
}
