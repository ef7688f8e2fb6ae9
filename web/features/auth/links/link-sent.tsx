import { Button } from '@mantine/core';
import { AuthCard } from '../auth-card.tsx';

/** Shows the same whether or not the address is registered. */
export const LINK_SENT = "If the email you entered is registered, we've sent you a link.";

export function LinkSent({ back }: { back: () => void }) {
  return (
    <AuthCard title="Check your email" lead={LINK_SENT}>
      <Button variant="default" autoFocus onClick={back}>
        Back to sign in
      </Button>
    </AuthCard>
  );
}
