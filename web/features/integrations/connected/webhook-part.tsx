import { Stack, Text } from '@mantine/core';
import type { AtsDescription, AtsIntegration } from '../../../../contract/ats.ts';
import { CopiedValue } from '../../sso/copied-value.tsx';
import { checkedBeside, sentBy } from '../ats-words.ts';
import { HelpLink } from '../help-link.tsx';
import classes from '../integrations.module.css';

/** How changes get to us. */
export function WebhookPart({
  system,
  integration: { webhook },
}: {
  system: AtsDescription;
  integration: AtsIntegration;
}) {
  const { type, name } = system;
  const checked = checkedBeside(type);
  return (
    <div>
      <h4 className={classes.part}>Changes</h4>
      {webhook.state === 'automatic' && (
        <Text size="sm">
          {name} tells us about {sentBy(type)} right away.
          {checked && ` We check ${checked} every 5 minutes.`}
        </Text>
      )}
      {webhook.state === 'none' && <Text size="sm">We check every 5 minutes.</Text>}
      {webhook.state === 'manual' && (
        <Stack gap="sm">
          <Text size="sm">
            We check every 5 minutes. To get {sentBy(type)} right away, add this address as a webhook in{' '}
            {name}.
          </Text>
          <CopiedValue label="Address" value={webhook.url} copy="Copy address" />
          <HelpLink system={system} label="How to add it" />
        </Stack>
      )}
    </div>
  );
}
