import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useSubmit } from '../../../lib/forms/use-submit.ts';
import { passkeySite } from '../../../lib/session/passkey-site.ts';
import { rememberEmail } from '../../../lib/session/remembered-email.ts';
import { paths } from '../../../paths.ts';
import plain from '../../../ui/plain.module.css';
import { PlainButton } from '../../../ui/plain-button.tsx';
import { PlainField } from '../../../ui/plain-field.tsx';
import { AuthCard } from '../auth-card.tsx';
import { LinkSent } from '../links/link-sent.tsx';
import { useStartSession } from '../use-start-session.ts';
import classes from './login-screen.module.css';

const screen = getRouteApi(paths.login);
const loadSignIn = () => import('../sign-in.ts');

export function LoginScreen() {
  const { next } = screen.useSearch();
  const navigate = useNavigate();
  const startSession = useStartSession();
  const [values, setValues] = useState({ email: '', password: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isLinkSent, setLinkSent] = useState(false);

  const signIn = useSubmit(async () => {
    const reply = await (await loadSignIn()).signIn(values);
    if (!reply.mfaNeeded) return startSession(reply, next);
    rememberEmail(values.email.trim(), { methods: reply.mfaMethods });
    await navigate({ to: paths.twoFactorAuthentication, search: next ? { next } : {} });
  }, setErrors);
  const byPasskey = useSubmit(async () => {
    const { signInByPasskey } = await import('./passkey-sign-in.ts');
    await startSession(await signInByPasskey(), next);
  }, setErrors);
  const mailLink = useSubmit(async () => {
    await (await loadSignIn()).mailMagicLink(values.email);
    setLinkSent(true);
  }, setErrors);

  if (isLinkSent) return <LinkSent back={() => setLinkSent(false)} />;

  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: errors[name],
    'data-shows': name,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.submit();
  };
  return (
    <AuthCard
      title="Sign in"
      footer={
        <>
          New to Hiretext?{' '}
          <Link className={plain.link} data-underline to={paths.register}>
            Create an account
          </Link>
        </>
      }
    >
      {/* Loaded while the person types. If it fails, submitting asks again and shows the error. */}
      <form
        className={classes.form}
        onSubmit={submit}
        onInput={() => void loadSignIn().catch(() => {})}
        noValidate
      >
        <PlainField label="Email" type="email" autoComplete="username" autoFocus {...field('email')} />
        <PlainField label="Password" type="password" autoComplete="current-password" {...field('password')} />
        <PlainButton type="submit" loading={signIn.isPending}>
          Sign in
        </PlainButton>
        {passkeySite() === 'here' && (
          <PlainButton variant="default" loading={byPasskey.isPending} onClick={byPasskey.submit}>
            Sign in with a passkey
          </PlainButton>
        )}
        <div className={classes.ways}>
          <Link className={plain.link} to={paths.resetPassword} state={{ email: values.email }}>
            Forgot your password?
          </Link>
          <button type="button" className={plain.link} onClick={mailLink.submit}>
            Email me a link
          </button>
          <Link
            className={plain.link}
            to={paths.singleSignOn}
            search={next ? { next } : {}}
            state={{ email: values.email }}
          >
            Sign in with single sign-on
          </Link>
        </div>
      </form>
    </AuthCard>
  );
}
