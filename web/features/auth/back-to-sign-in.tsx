import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';

export function BackToSignIn() {
  return (
    <Anchor component={Link} underline="always" to={paths.login}>
      Back to sign in
    </Anchor>
  );
}
