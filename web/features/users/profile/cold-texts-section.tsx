import { NativeSelect, Switch } from '@mantine/core';
import { WARM_DAYS } from '../../../../contract/cold-texts.ts';
import { useSave, useToggle } from '../../../lib/api/use-save.ts';
import { savingAccount } from '../../../lib/session/saving-account.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { counted } from '../../../lib/words.ts';
import { Section } from '../../../ui/section.tsx';

const CHOICES = [1, 2, 3, 4, 5, 7, 10];

/** How often the company texts someone who doesn't answer, and whether candidates can look up who texts them. */
export function ColdTextsSection() {
  const { account } = useMe();
  const { coldTextsPerWeek } = account;
  const limit = useSave(savingAccount);
  const one = useToggle(account.oneUnansweredColdText, {
    ...savingAccount,
    save: (oneUnansweredColdText) => savingAccount.save({ oneUnansweredColdText }),
  });
  const page = useToggle(account.numberPageEnabled, {
    ...savingAccount,
    save: (numberPageEnabled) => savingAccount.save({ numberPageEnabled }),
  });
  const choices = [...new Set([...CHOICES, coldTextsPerWeek ?? 3])].sort((a, b) => a - b);
  return (
    <Section
      title="Texts to candidates"
      text={`A candidate who hasn't texted or called for ${WARM_DAYS} days shouldn't hear from all of you at once.`}
    >
      <NativeSelect
        label="Texts to someone who doesn't answer"
        description="By everyone together, in any 7 days. People can send more, and Activity shows that."
        maw={340}
        value={coldTextsPerWeek ?? ''}
        disabled={limit.isPending}
        onChange={({ currentTarget: { value } }) =>
          limit.run({ coldTextsPerWeek: value === '' ? null : Number(value) })
        }
        data={[
          ...choices.map((count) => ({ value: String(count), label: counted(count, 'text') })),
          { value: '', label: 'No limit' },
        ]}
      />
      <Switch
        mt="md"
        label="One unanswered text at a time"
        description={`No one else texts them until they answer, or for ${WARM_DAYS} days.`}
        {...one}
      />
      <Switch
        mt="md"
        label="Let candidates check your numbers"
        description="A public page for each number says whose it is, and nothing else. First texts suggest its link."
        {...page}
      />
    </Section>
  );
}
