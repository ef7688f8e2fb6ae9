import { Input, Stack, TextInput, useComputedColorScheme } from '@mantine/core';
import { loadStripe, type Stripe, type StripeCardNumberElement } from '@stripe/stripe-js';
import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { offlineError } from '../../../lib/api/api-error.ts';
import { fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { inTime } from '../../../lib/in-time.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { type CardFieldsProps, FieldsSkeleton } from './card-entry.tsx';
import { checkName } from './card-rules.ts';
import classes from './stripe-card-fields.module.css';
import { type StripeField, sentenceOf, whatIsMissing } from './stripe-words.ts';
import { isAboutCard, useSaveCard } from './use-save-card.ts';

type Field = StripeField | 'name';

const fields: StripeField[] = ['cardNumber', 'cardExpiry', 'cardCvc'];
const labels: Record<StripeField, string> = {
  cardNumber: 'Card number',
  cardExpiry: 'Expiry date',
  cardCvc: 'Security code',
};

/** The three fields are frames of Stripe's: what is typed there never reaches this page or our server. */
export function StripeCardFields({
  ref,
  refusal,
  clientSecret,
  publishableKey,
  onUsed,
}: CardFieldsProps & {
  clientSecret: string;
  publishableKey: string;
  /** The secret is good for one card. */
  onUsed: () => void;
}) {
  const saveCard = useSaveCard();
  const scheme = useComputedColorScheme();
  const id = useId();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [name, setName] = useState('');
  const [errors, setErrors] = useState<Partial<Record<Field, string | null>>>({ cardNumber: refusal });
  const nameInput = useRef<HTMLInputElement>(null);
  const frames = useRef<Partial<Record<StripeField, HTMLDivElement | null>>>({});
  const stripe = useRef<Stripe | null>(null);
  const elements = useRef<Partial<Record<StripeField, StripeCardNumberElement>>>({});
  const complete = useRef<Partial<Record<StripeField, boolean>>>({});
  useEffect(() => setErrors({ cardNumber: refusal }), [refusal]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again
  useEffect(() => {
    let gone = false;
    setState('loading');
    inTime(loadStripe(publishableKey)).then(
      (loaded) => {
        if (gone) return;
        stripe.current = loaded;
        setState(loaded ? 'ready' : 'failed');
      },
      () => !gone && setState('failed'),
    );
    return () => {
      gone = true;
    };
  }, [publishableKey, attempt]);

  useEffect(() => {
    if (state !== 'ready' || !stripe.current) return;
    const group = stripe.current.elements();
    const style = getComputedStyle(document.documentElement);
    const color = (name: string) => style.getPropertyValue(name).trim();
    const look = {
      base: {
        color: color('--text'),
        fontSize: '16px',
        iconColor: color('--text-muted'),
        '::placeholder': { color: color('--text-muted') },
      },
      invalid: { color: color('--danger') },
    };
    const mounted = fields.map((field) => {
      const frame = frames.current[field];
      // The three differ in their names only.
      const element = group.create(field as 'cardNumber', {
        style: look,
        ...(field === 'cardNumber' ? { showIcon: true } : {}),
      });
      if (frame) element.mount(frame);
      element.on('change', (event) => {
        complete.current[field] = event.complete;
        setErrors((before) => ({ ...before, [field]: event.error ? sentenceOf(event.error) : null }));
      });
      elements.current[field] = element;
      return element;
    });
    return () => {
      for (const element of mounted) element.destroy();
      elements.current = {};
      complete.current = {};
    };
  }, [state]);

  // Frames take no styles from the page around them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors change with the scheme
  useEffect(() => {
    const style = getComputedStyle(document.documentElement);
    const color = style.getPropertyValue('--text').trim();
    for (const element of Object.values(elements.current)) element?.update({ style: { base: { color } } });
  }, [scheme]);

  function refuse(found: Partial<Record<Field, string | null>>): false {
    setErrors(found);
    if (found.name) nameInput.current?.focus();
    else elements.current[fields.find((field) => found[field]) ?? 'cardNumber']?.focus();
    return false;
  }

  useImperativeHandle(ref, () => ({
    async save() {
      const number = elements.current.cardNumber;
      if (!stripe.current || !number) return false;
      const found: Partial<Record<Field, string | null>> = { name: checkName(name) };
      for (const field of fields)
        found[field] = errors[field] ?? (complete.current[field] ? null : whatIsMissing[field]);
      // The bank's refusal of the previous card no longer counts.
      if (errors.cardNumber === refusal && complete.current.cardNumber) found.cardNumber = null;
      if (Object.values(found).some(Boolean)) return refuse(found);
      setErrors({});
      const { setupIntent, error } = await stripe.current.confirmCardSetup(clientSecret, {
        payment_method: { card: number, billing_details: { name: name.trim() } },
      });
      if (error) {
        if (error.type === 'api_connection_error') throw offlineError();
        return refuse({ [error.code === 'expired_card' ? 'cardExpiry' : 'cardNumber']: sentenceOf(error) });
      }
      onUsed();
      const method = setupIntent.payment_method;
      try {
        await saveCard(typeof method === 'string' ? method : (method?.id ?? ''), name.trim());
        return true;
      } catch (failure) {
        if (isAboutCard(failure))
          return refuse({ [failure.code === 'card_expired' ? 'cardExpiry' : 'cardNumber']: failure.message });
        const refused = fieldErrorsOf(failure).name;
        if (refused) return refuse({ name: refused });
        throw failure;
      }
    },
  }));

  if (state === 'failed')
    return <LoadFailure what="The card form" retry={() => setAttempt((before) => before + 1)} />;
  if (state === 'loading') return <FieldsSkeleton />;
  const frame = (field: StripeField) => (
    <Input.Wrapper
      label={labels[field]}
      labelElement="div"
      error={errors[field]}
      id={`${id}-${field}`}
      style={{ flex: 1, minWidth: 0 }}
    >
      <div
        ref={(element) => {
          frames.current[field] = element;
        }}
        className={classes.frame}
        data-invalid={Boolean(errors[field]) || undefined}
        data-success={(complete.current[field] && !errors[field]) || undefined}
      />
    </Input.Wrapper>
  );
  return (
    <Stack gap="sm">
      <TextInput
        label="Full name"
        description="As on the card"
        autoComplete="cc-name"
        data-autofocus
        ref={nameInput}
        value={name}
        error={errors.name}
        data-success={(checkName(name) === null && !errors.name) || undefined}
        onChange={({ currentTarget: { value } }) => {
          setName(value);
          setErrors((before) => ({ ...before, name: null }));
        }}
      />
      {frame('cardNumber')}
      <div className={classes.pair}>
        {frame('cardExpiry')}
        {frame('cardCvc')}
      </div>
    </Stack>
  );
}
