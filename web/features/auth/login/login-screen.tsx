import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useSave } from '../../../lib/api/use-save.ts';
import { emailIn, goToCell } from '../../../lib/session/other-cell.ts';
import { passkeySite } from '../../../lib/session/passkey-site.ts';
import { rememberEmail } from '../../../lib/session/remembered-email.ts';
import { paths } from '../../../paths.ts';
import { AuthCard } from '../auth-card.tsx';
import { LinkSent } from '../links/link-sent.tsx';
import { mailMagicLink, signIn } from '../sign-in.ts';
import { useStartSession } from '../use-start-session.ts';
import classes from './login-screen.module.css';

const screen = getRouteApi(paths.login);

export function LoginScreen() {
  const { next } = screen.useSearch();
  const navigate = useNavigate();
  const startSession = useStartSession();
  const [isLinkSent, setLinkSent] = useState(false);
  // The first screen people wait for: checked by the server alone, so that it loads no schemas and no library for forms.
  const brought = emailIn(useLocation().hash);
  const [values, setValues] = useState({ email: brought, password: '' });
  const [good, setGood] = useState<Record<string, boolean>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = { setErrors };
  /** So that nothing is sent, and no captcha is solved, for an empty field. */
  const ifEntered = (names: (keyof typeof values)[], go: () => void) => {
    const missing = names.filter((name) => values[name] === '');
    setErrors(Object.fromEntries(missing.map((name) => [name, `The ${name} is required`])));
    if (missing.length === 0) go();
  };
  const { email } = values;

  const submit = useSave({
    save: async () => {
      const reply = await signIn(values).catch(leaving(values.email.trim()));
      if (reply === null) return;
      if (!reply.mfaNeeded) return startSession(reply, next);
      rememberEmail(values.email.trim(), { methods: reply.mfaMethods });
      await navigate({ to: paths.twoFactorAuthentication, search: next ? { next } : {} });
    },
    form,
  });
  const byPasskey = useSave({
    save: async () => {
      const { signInByPasskey } = await import('./passkey-sign-in.ts');
      const reply = await signInByPasskey().catch(leaving());
      if (reply !== null) await startSession(reply, next);
    },
  });
  const mailLink = useSave({ save: () => mailMagicLink(email), form, onDone: () => setLinkSent(true) });

  if (isLinkSent) return <LinkSent back={() => setLinkSent(false)} />;
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    'data-success': (good[name] && errors[name] === undefined) || undefined,
    onChange: ({ currentTarget: { value, validity } }: ChangeEvent<HTMLInputElement>) => {
      setValues((before) => ({ ...before, [name]: value }));
      setGood((before) => ({ ...before, [name]: value !== '' && validity.valid }));
      setErrors(({ [name]: _, ...others }) => others);
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    ifEntered(['email', 'password'], submit.run);
  };
  return (
    <AuthCard
      title="Sign in"
      lead={brought && 'Your account is at this address. Enter your password again.'}
      footer={
        <>
          New to Hiretext?{' '}
          <Anchor component={Link} to={paths.register} underline="always" inherit>
            Create an account
          </Anchor>
        </>
      }
    >
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus={brought === ''}
          {...field('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          autoFocus={brought !== ''}
          {...field('password')}
        />
        {/* The page stays for a moment after the answer. */}
        <Button type="submit" loading={submit.isPending || submit.isSuccess}>
          Sign in
        </Button>
        {passkeySite() === 'here' && (
          <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.run()}>
            Sign in with a passkey
          </Button>
        )}
        <div className={classes.ways}>
          <Anchor component={Link} to={paths.resetPassword} state={{ email }} size="sm">
            Forgot your password?
          </Anchor>
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => ifEntered(['email'], mailLink.run)}
          >
            Email me a link
          </Anchor>
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to={paths.singleSignOn} search={next ? { next } : {}} state={{ email }} />
            )}
          >
            Sign in with single sign-on
          </Anchor>
        </div>
      </form>
    </AuthCard>
  );
}

/** Null for someone whose account is in another cell: the browser is on its way there. */
const leaving = (email?: string) => (error: unknown) => {
  if (goToCell(error, email)) return null;
  throw error;
};
