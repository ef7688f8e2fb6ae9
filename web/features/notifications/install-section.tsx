import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { isAppleTouch, isInstalled, useInstall } from '../../lib/install.ts';
import { Section } from '../../ui/section.tsx';

/** Only where it can be done, and hasn't been. */
export function InstallSection() {
  const install = useInstall();
  if (isInstalled() || (install === null && !isAppleTouch())) return null;
  return (
    <Section
      title="App"
      text="Put Hiretext on this device. It opens like any app, without the browser around it."
    >
      {install ? (
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={install}>
          Install Hiretext
        </Button>
      ) : (
        <Text>
          In Safari, tap <b>Share</b>, then <b>Add to Home Screen</b>. iPhones and iPads show notifications
          only from apps on the home screen.
        </Text>
      )}
    </Section>
  );
}
