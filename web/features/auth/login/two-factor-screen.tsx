import { getRouteApi } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import type { MfaMethod } from '../../../../contract/auth.ts';
import { passkeySite } from '../../../lib/session/passkey-site.ts';
import { rememberedEmail, rememberedMethods } from '../../../lib/session/remembered-email.ts';
import { paths } from '../../../paths.ts';
import { AppCode } from './app-code.tsx';
import { MailedCode } from './mailed-code.tsx';
import { PasskeyStep } from './passkey-step.tsx';
import type { SecondStep } from './second-step-card.tsx';

const screen = getRouteApi(paths.twoFactorAuthentication);

const cards: Record<MfaMethod, ComponentType<SecondStep>> = {
  passkey: PasskeyStep,
  authenticator: AppCode,
  email: MailedCode,
};

export function TwoFactorScreen() {
  const { next } = screen.useSearch();
  const [email] = useState(() => rememberedEmail() ?? '');
  const [methods] = useState(usableMethods);
  const [chosen, choose] = useState<MfaMethod>(methods[0] ?? 'email');
  const [trustBrowser, setTrustBrowser] = useState(false);
  const Card = cards[chosen];
  return (
    <Card
      email={email}
      next={next}
      others={methods.filter((method) => method !== chosen)}
      choose={choose}
      trustBrowser={trustBrowser}
      setTrustBrowser={setTrustBrowser}
    />
  );
}

/** A code stands beside every passkey, for where passkeys can't be used. */
function usableMethods(): MfaMethod[] {
  return rememberedMethods().filter((method) => method !== 'passkey' || passkeySite() === 'here');
}
