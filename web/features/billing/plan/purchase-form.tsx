import { NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as routes from '../../../../contract/routes.ts';
import { MAX_SEATS } from '../../../../contract/team.ts';
import { loadAgain, putAnswer } from '../../../lib/api/cache.ts';
import { longDate } from '../../../lib/dates.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useCallOnce } from '../../../lib/forms/use-call-once.ts';
import { showDone } from '../../../lib/notices.ts';
import { accountQuery } from '../../../lib/session/me.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { counted } from '../../../lib/words.ts';
import { costs, currentChoice, isEnding, previewQuery } from '../billing-query.ts';
import { PreviewAmounts, PreviewPending } from '../pay/due-now.tsx';
import { PaymentForm } from '../pay/payment-form.tsx';
import { usePayment } from '../pay/use-payment.ts';
import { nextPlanWords, renewalWords } from '../plan-words.ts';

interface Values {
  /** Empty while nothing is typed. */
  quantity: number | string;
}

const validate = schemaValidator<Values>(routes.purchaseSeats.body);
/** How long the person hasn't typed another number. */
const PAUSE_MS = 250;

/** More seats: what they cost for the rest of the period, and from then on. */
export function PurchaseForm({
  total,
  quantity: proposed = 1,
  onClose,
}: {
  total: number;
  /** How many are missing. */
  quantity?: number;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { user, account } = useMe();
  const purchaseSeats = useCallOnce(routes.purchaseSeats);
  const form = useForm<Values>({ initialValues: { quantity: proposed }, validate });
  const { quantity } = form.values;
  const isRight = Object.keys(validate(form.values)).length === 0;
  const off = account.subscriptionInfo.off;

  const wanted = total + Number(quantity);
  // The server knows how many more there can be.
  const hasPrice = !off && isRight && wanted <= MAX_SEATS;
  const [asked] = useDebouncedValue(hasPrice ? wanted : null, PAUSE_MS);
  const choice = asked !== null ? currentChoice(account, asked) : null;
  const preview = useQuery({
    ...previewQuery(choice ?? { accountType: 'team', planType: 'monthly', recruiters: total }),
    enabled: choice !== null,
    staleTime: 0,
  });
  const known = hasPrice && asked === wanted ? preview.data : undefined;

  const payment = usePayment({
    loader: 'Purchasing seats',
    needsCard: known?.cardRequired ?? false,
    pay: async () => {
      const changed = await purchaseSeats({ body: { quantity: Number(quantity) } });
      putAnswer(queryClient, accountQuery().queryKey, changed);
      void loadAgain(queryClient, routes.getSeats, routes.getUser);
      showDone('You can start inviting new team members right away', { title: 'Purchase successful!' });
    },
    onPaid: onClose,
    onRefused: form.setErrors,
  });
  const many = counted(Number(quantity), 'seat');
  return (
    <PaymentForm
      payment={{
        ...payment,
        submit: () => {
          if (!form.validate().hasErrors) payment.submit();
        },
      }}
      button={isRight ? `Buy ${many}` : 'Buy seats'}
      byCard={!off && choice?.billing !== 'invoicing' && costs(known)}
      disabled={hasPrice && !known}
      onCancel={onClose}
    >
      <NumberInput
        label="How many seats"
        data-autofocus
        autoFocus
        clampBehavior="none"
        maw={160}
        {...fieldProps(form, 'quantity')}
      />
      <Text size="sm">
        Each seat is for one person, with a number if they text. You can invite people right away.
      </Text>
      {off ? (
        <Text size="sm">Billing is off on this server.</Text>
      ) : (
        hasPrice &&
        (known && choice ? (
          <Stack gap="sm">
            <PreviewAmounts
              preview={known}
              label={choice.billing === 'invoicing' ? 'Invoiced now, due in 30 days' : 'Due now'}
            />
            <Text size="sm">
              {isEnding(account)
                ? `Your plan still ends on ${longDate(account.subscriptionInfo.cancelAt ?? known.renewsAt, user.timezone)}.`
                : (nextPlanWords(account, user.timezone) ?? renewalWords(known, choice, user.timezone))}
            </Text>
          </Stack>
        ) : (
          <PreviewPending preview={preview} />
        ))
      )}
      <Text size="sm" role="status">
        {isRight
          ? `Your plan will have ${wanted} seats instead of ${total}.`
          : `Your plan has ${counted(total, 'seat')}.`}
      </Text>
    </PaymentForm>
  );
}
