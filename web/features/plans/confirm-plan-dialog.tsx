import { Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Account } from '../../../contract/accounts.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { money } from '../../lib/money.ts';
import { showDone } from '../../lib/notices.ts';
import { accountQuery } from '../../lib/session/me.ts';
import { paths } from '../../paths.ts';
import { PointList } from '../../ui/point-list.tsx';
import {
  costs,
  isEnding,
  type PlanChoice,
  type PlanPreview,
  previewQuery,
} from '../billing/billing-query.ts';
import { PreviewAmounts, PreviewPending } from '../billing/pay/due-now.tsx';
import { PaymentForm } from '../billing/pay/payment-form.tsx';
import { usePayment } from '../billing/pay/use-payment.ts';
import {
  changesOf,
  creditWords,
  firstPaymentWords,
  laterWords,
  nextPlanWords,
  type PlanEntry,
} from '../billing/plan-words.ts';

export interface PlanTask {
  plan: PlanEntry;
  choice: PlanChoice;
  /** What a company that has no name yet is called. */
  company: string | null;
}

const periods = { payg: null, monthly: 'monthly', annual: 'yearly' };

/** What a plan costs now and later, and what it changes, before it is chosen. */
export function ConfirmPlanDialog({
  plan,
  choice,
  company,
  account,
  user,
  opened,
  onClose,
}: PlanTask & { account: Account; user: User; opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const changePlan = useCallOnce(routes.changePlan);
  const preview = useQuery({ ...previewQuery(choice), staleTime: 0, enabled: opened });
  const { off } = account.subscriptionInfo;
  const payment = usePayment({
    loader: 'Changing your plan',
    needsCard: preview.data?.cardRequired === true && !off,
    pay: async () => {
      if (company !== null) await call(routes.updateAccount, { body: { name: company } });
      const changed = await changePlan({ body: choice });
      putAnswer(queryClient, accountQuery().queryKey, changed);
      showDone(nextPlanWords(changed, user.timezone) ?? 'Plan updated');
    },
    onPaid: () => {
      onClose();
      void navigate({ to: user.seat?.twilioNumber ? paths.account : paths.getNumber });
    },
  });
  const period = periods[choice.planType];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={period ? `${plan.title}, ${period}` : plan.title}
      size="lg"
    >
      <PaymentForm
        payment={payment}
        button={buttonOf(preview.data, account, choice)}
        byCard={!off && choice.billing !== 'invoicing' && costs(preview.data)}
        disabled={!preview.data}
        onCancel={onClose}
      >
        {!preview.data ? (
          <PreviewPending preview={preview} />
        ) : (
          <>
            {off ? (
              <Text>Billing is off on this server.</Text>
            ) : (
              <PreviewAmounts
                preview={preview.data}
                label={choice.billing === 'invoicing' ? 'Invoiced now, due in 30 days' : 'Due now'}
              />
            )}
            <PointList
              points={[
                ...(off
                  ? []
                  : [
                      laterWords(preview.data, user.timezone),
                      firstPaymentWords(preview.data, choice, user.timezone),
                      creditWords(preview.data),
                    ]),
                ...changesOf(preview.data, account, choice),
              ].filter((point) => point !== null)}
            />
          </>
        )}
      </PaymentForm>
    </Modal>
  );
}

function buttonOf(preview: PlanPreview | undefined, account: Account, choice: PlanChoice): string {
  const { off } = account.subscriptionInfo;
  if (preview && preview.dueNowCents > 0 && !off && choice.billing !== 'invoicing')
    return `Pay ${money(preview.dueNowCents, preview.currency)}`;
  if (account.planType === 'free') return 'Choose plan';
  return isEnding(account) && choice.planType === account.planType ? 'Keep my plan' : 'Change plan';
}
