import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import * as routes from '../../../contract/routes.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { emailIn } from '../../lib/session/other-cell.ts';
import { paths } from '../../paths.ts';
import { AuthCard } from '../auth/auth-card.tsx';
import { leaveForProvider } from './leave-for-provider.ts';

const screen = getRouteApi('/single-sign-on');

/** Leaves for the company's provider; the way back ends at the callback screen. */
export function SingleSignOnScreen() {
  const { next } = screen.useSearch();
  const { state, hash } = useLocation();
  const form = useForm({
    initialValues: { email: state.email ?? emailIn(hash) },
    validate: schemaValidator<{ email: string }>(routes.getSsoUrl.query),
  });
  const leave = useSave({
    save: ({ email }: { email: string }) => leaveForProvider(email, next),
    form,
  });
  return (
    <AuthCard
      title="Single sign-on"
      lead="Enter your email to find where your company signs in."
      footer={
        <Anchor
          underline="always"
          renderRoot={(props) => <Link {...props} to={paths.login} search={next ? { next } : {}} />}
        >
          Back to sign in
        </Anchor>
      }
    >
      <form onSubmit={form.onSubmit((values) => leave.run(values))} noValidate>
        <Stack gap="md">
          <TextInput
            label="Work email"
            type="email"
            autoComplete="username"
            autoFocus
            {...fieldProps(form, 'email')}
          />
          {/* The page stays for a moment after the answer. */}
          <Button type="submit" fullWidth loading={leave.isPending || leave.isSuccess}>
            Continue
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
