import { Anchor } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { AuthCard } from '../auth-card.tsx';
import { InvitationCard } from './invitation-card.tsx';
import { SignUpForm } from './sign-up-form.tsx';

const screen = getRouteApi('/register');

export function RegisterScreen() {
  const { invite } = screen.useSearch();
  if (invite !== undefined) return <InvitationCard key={invite} token={invite} />;
  return (
    <AuthCard
      title="Create your account"
      lead="Text candidates from your own business number."
      footer={
        <>
          Already have an account?{' '}
          <Anchor component={Link} underline="always" to={paths.login}>
            Sign in
          </Anchor>
        </>
      }
    >
      <SignUpForm button="Create account" />
    </AuthCard>
  );
}
