import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSave } from '../../../lib/api/use-save.ts';
import { userQuery } from '../../../lib/session/me.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { sendVerificationEmail } from '../../auth/send-verification-email.ts';
import classes from './verify-email.module.css';

/** Asked for calmly at the top of the account, until it is done. */
export function VerifyEmail() {
  const { user } = useMe();
  // The link opens in another tab; coming back shows what it did.
  useQuery({ ...userQuery(), refetchOnWindowFocus: 'always' });
  const send = useSave({
    save: () => sendVerificationEmail(user.email),
  });
  return (
    <section className={classes.line} aria-label="Verify your email">
      <div className={classes.words}>
        <Text fw={600}>Verify your email</Text>
        <Text size="sm" c="dimmed">
          {send.isSuccess
            ? `We've sent a link to ${user.email}. Open it to finish.`
            : `Make sure sign-in codes and links reach you at ${user.email}.`}
        </Text>
      </div>
      <Button variant="default" loading={send.isPending} onClick={() => send.run()}>
        Send verification email
      </Button>
    </section>
  );
}
