import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { forgetEmail } from '../../lib/remembered-email.ts';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-card.tsx';

export interface SecondStep {
  email: string;
  /** Where the person wanted to go. */
  next: string | undefined;
}

export function SecondStepCard({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
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
      {children}
    </AuthCard>
  );
}
