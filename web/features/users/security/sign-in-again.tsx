import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useSave } from '../../../lib/api/use-save.ts';
import { fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { paths } from '../../../paths.ts';
import { leaveForProvider } from '../../sso/leave-for-provider.ts';

/** To the company's provider and back to this screen. */
export function SignInAgain({ email, sentence }: { email: string; sentence: string }) {
  const here = useLocation().href;
  const leave = useSave({
    save: () => leaveForProvider(email, here),
    showsFields: true,
  });
  const refusal = fieldErrorsOf(leave.error).email;
  return (
    <Alert color="iris" variant="light" role="alert" data-shows="email">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{refusal ?? sentence}</Text>
        {refusal ? (
          <Anchor component={Link} size="sm" underline="always" to={paths.resetPassword}>
            Get a password by email instead
          </Anchor>
        ) : (
          <Button variant="default" loading={leave.isPending || leave.isSuccess} onClick={() => leave.run()}>
            Sign in with single sign-on
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
