import { Code, Switch } from '@mantine/core';
import { useToggle } from '../../../lib/api/use-save.ts';
import { savingAccount } from '../../../lib/session/saving-account.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { Section } from '../../../ui/section.tsx';

/** Whether AI assistants can connect, and where. */
export function AssistantsSection() {
  const { account } = useMe();
  const toggle = useToggle(account.mcpEnabled, {
    ...savingAccount,
    save: (mcpEnabled) => savingAccount.save({ mcpEnabled }),
  });
  return (
    <Section
      title="AI assistants"
      text="An assistant with an API key can read what the key's owner can see, add notes, and propose texts. It can't send: a person approves each text."
    >
      <Switch
        label="Let assistants connect"
        description={
          <>
            By the Model Context Protocol, at <Code>{`${location.origin}/mcp`}</Code>
          </>
        }
        {...toggle}
      />
    </Section>
  );
}
