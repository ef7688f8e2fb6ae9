import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { keyOf } from '../../lib/route-query.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import { GettingReadyDialog } from './getting-ready-dialog.tsx';
import { NumberSearch } from './number-search.tsx';

export function GetNumberScreen() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [linking, setLinking] = useState(false);
  const lookAtMe = () => queryClient.invalidateQueries({ queryKey: keyOf(routes.getUser) });

  async function buy(phoneNumber: string) {
    try {
      await call(routes.buyPhoneNumber, { body: { phoneNumber } });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'number_exists') await lookAtMe();
      throw error;
    }
    void lookAtMe();
  }
  function leave() {
    setLinking(false);
    void navigate({ to: paths.messages });
  }

  return (
    <Page
      title="Get a number"
      lead="Candidates see this number when you text them, and their replies come to your inbox."
    >
      <NumberSearch buy={buy} onBought={() => setLinking(true)} />
      <GettingReadyDialog opened={linking} onClose={leave} />
    </Page>
  );
}
