import { Button, Collapse, Stack, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import type { AutomationType } from '../../../contract/automations.ts';
import type { AutomationForm } from './automation-form.ts';

const ANSWERED: Partial<Record<AutomationType, string>> = {
  stageMessage: "A candidate who has texted since they entered the stage won't get any more of these.",
  onboardingMessage: 'If a reply needs you, the rest pause until you resume.',
};

/** What is right for most as it is. */
export function AdvancedFields({ type, form }: { type: AutomationType; form: AutomationForm }) {
  const [opened, { toggle }] = useDisclosure();
  const id = useId();
  const answered = ANSWERED[type];
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={opened ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={toggle}
      >
        More options
      </Button>
      <Collapse expanded={opened} id={id}>
        <Stack gap="md" pt="md">
          <Switch
            label="Working days only"
            description="On weekends and federal holidays, it goes out on the nearest business day."
            {...form.getInputProps('workingDaysOnly', { type: 'checkbox' })}
          />
          {answered && (
            <>
              <Switch
                label="Until they answer"
                description={answered}
                {...form.getInputProps('untilAnswered', { type: 'checkbox' })}
              />
              <Switch
                label="Send even during a conversation"
                description="When off, it waits until no one has texted for an hour."
                {...form.getInputProps('evenInConversation', { type: 'checkbox' })}
              />
            </>
          )}
        </Stack>
      </Collapse>
    </div>
  );
}
