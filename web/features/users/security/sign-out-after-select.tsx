import { NativeSelect } from '@mantine/core';
import { useSave } from '../../../lib/api/use-save.ts';
import { savingAccount } from '../../../lib/session/saving-account.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { counted } from '../../../lib/words.ts';

const CHOICES = [1, 3, 7, 14];

/** For admins: when browsers that no one uses are signed out. */
export function SignOutAfterSelect() {
  const { signOutAfterDays } = useMe().account;
  const change = useSave(savingAccount);
  const choices = [...new Set([...CHOICES, signOutAfterDays ?? 7])].sort((a, b) => a - b);
  return (
    <NativeSelect
      label="Sign out browsers that no one uses"
      description="For everyone in your company. A phone that's signed out gets no notifications either. After 30 days, everyone signs in again anyway."
      maw={340}
      value={signOutAfterDays ?? ''}
      disabled={change.isPending}
      onChange={({ currentTarget: { value } }) =>
        change.run({ signOutAfterDays: value === '' ? null : Number(value) })
      }
      data={[
        { value: '', label: "Don't" },
        ...choices.map((days) => ({ value: String(days), label: `After ${counted(days, 'day')}` })),
      ]}
    />
  );
}
