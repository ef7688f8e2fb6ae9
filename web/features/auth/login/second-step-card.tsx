import { Anchor, Button, Checkbox, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type MfaMethod, TRUST_DAYS } from '../../../../contract/auth.ts';
import { forgetEmail } from '../../../lib/session/remembered-email.ts';
import { paths } from '../../../paths.ts';
import { AuthCard } from '../auth-card.tsx';

export interface SecondStep {
  email: string;
  /** Where the person wanted to go. */
  next: string | undefined;
  /** What would do as well. */
  others: MfaMethod[];
  choose: (method: MfaMethod) => void;
  /** The person wants no second step in this browser for a while. */
  trustBrowser: boolean;
  setTrustBrowser: (trustBrowser: boolean) => void;
}

const labels: Record<MfaMethod, string> = {
  passkey: 'Use a passkey',
  authenticator: 'Use the authenticator app',
  email: 'Get a code by email',
};

export function SecondStepCard({
  title,
  lead,
  step,
  children,
}: {
  title: string;
  lead: string;
  step: SecondStep;
  children: ReactNode;
}) {
  return (
    <AuthCard
      title={title}
      lead={lead}
      footer={
        <Anchor component={Link} underline="always" to={paths.login} onClick={forgetEmail}>
          Use another account
        </Anchor>
      }
    >
      <Stack gap="md">
        {/* Above the code, which is sent by itself with its last digit. */}
        <Checkbox
          label={`Trust this browser for ${TRUST_DAYS} days`}
          description="Only on a device that no one else uses."
          checked={step.trustBrowser}
          onChange={(event) => step.setTrustBrowser(event.currentTarget.checked)}
        />
        {children}
        {step.others.length > 0 && (
          <Group justify="center" gap="xs">
            {step.others.map((method) => (
              <OtherWay key={method} label={labels[method]} onClick={() => step.choose(method)} />
            ))}
          </Group>
        )}
      </Stack>
    </AuthCard>
  );
}

export function OtherWay({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="subtle" size="compact-sm" onClick={onClick}>
      {label}
    </Button>
  );
}
