import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { rememberedEmail, rememberedMethod } from '../../lib/remembered-email.ts';
import { paths } from '../../paths.ts';
import { AppCode } from './app-code.tsx';
import { MailedCode } from './mailed-code.tsx';

const screen = getRouteApi(`/asking${paths.twoFactorAuthentication}`);

export function TwoFactorScreen() {
  const { next } = screen.useSearch();
  const [{ email, method }] = useState(() => ({
    email: rememberedEmail() ?? '',
    method: rememberedMethod(),
  }));
  const Asked = method === 'authenticator' ? AppCode : MailedCode;
  return <Asked email={email} next={next} />;
}
