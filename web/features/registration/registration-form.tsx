import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Registration, RegistrationField } from '../../../contract/registration.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { useFormOf } from '../../lib/forms/use-form-of.ts';
import { CheckStep } from './check-step.tsx';
import { CompanyFields } from './company-fields.tsx';
import { ContactFields } from './contact-fields.tsx';
import { FindingList } from './finding-list.tsx';
import classes from './registration.module.css';
import { registrationQuery } from './registration-query.ts';
import { bodyOf, type RegistrationValues, valuesOf } from './registration-values.ts';
import { missingIn } from './required-fields.ts';
import { TextsFields } from './texts-fields.tsx';
import { type StepName, stepOf, steps } from './words.ts';

/** The draft, step by step. Going to another step saves it as far as it goes. */
export function RegistrationForm({ registration }: { registration: Registration }) {
  const [step, setStep] = useState<StepName>('company');
  const wanted = useRef<RegistrationField | null>(null);
  const place = useRef<HTMLFormElement>(null);
  const check = schemaValidator(routes.updateRegistration.body);
  const form = useFormOf<RegistrationValues>(valuesOf(registration), (values) => check(bodyOf(values)));
  const save = useSave({
    save: (values: RegistrationValues) => call(routes.updateRegistration, { body: bodyOf(values) }),
    form,
    keep: (queryClient, changed) => putAnswer(queryClient, registrationQuery().queryKey, changed),
    onDone: (changed, sent) => form.saved(sent, valuesOf(changed)),
  });

  function go(next: StepName, field: RegistrationField | null = null) {
    if (save.isPending) return;
    if (form.validate().hasErrors) return focusError();
    const turn = () => {
      wanted.current = field;
      setStep(next);
    };
    if (!form.isDirty()) return turn();
    save.run(form.getValues(), {
      // Someone who has kept typing in the meantime stays there.
      onDone: () => {
        if (!form.isDirty()) turn();
      },
    });
  }

  const focusError = () =>
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

  /** On to the next step, once this one is complete. A draft can be saved before. */
  function leave(next: StepName) {
    const missing = missingIn(step, form.getValues(), registration);
    if (Object.keys(missing).length === 0) return go(next);
    form.setErrors({ ...missing, ...form.validate().errors });
    focusError();
  }

  // A field that was asked for, else the step's first, so that no one has to look for where they are.
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const field = wanted.current;
    const named = field && place.current?.querySelector<HTMLElement>(`[name="${field}"]`);
    (named || place.current?.querySelector<HTMLElement>(`[data-step="${step}"]`))?.focus();
  }, [step]);

  const index = steps.findIndex(({ name }) => name === step);
  const next = steps[index + 1];
  const fields = { form, registration };
  return (
    <Stack gap="lg">
      {registration.rejected && (
        <section aria-label="What to fix">
          <FindingList
            findings={registration.rejected.findings}
            change={(field) => go(stepOf(field), field)}
          />
        </section>
      )}
      <nav aria-label="Steps">
        <ol className={classes.steps}>
          {steps.map(({ name, label }, position) => (
            <li key={name}>
              <button
                type="button"
                aria-current={name === step ? 'step' : undefined}
                onClick={() => go(name)}
              >
                <span aria-hidden>{position + 1}</span>
                {label}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <form
        ref={place}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (next) leave(next.name);
        }}
      >
        <Stack gap="md">
          <h2 className={classes.heading} tabIndex={-1} data-step={step}>
            {steps[index]?.label}
          </h2>
          {step === 'company' && <CompanyFields {...fields} />}
          {step === 'contact' && <ContactFields form={form} />}
          {step === 'texts' && <TextsFields form={form} />}
          {step === 'check' && (
            <CheckStep registration={registration} change={(field) => go(stepOf(field), field)} />
          )}
          {next && (
            <Group justify="space-between">
              <Button
                variant="default"
                disabled={!form.isDirty()}
                loading={save.isPending}
                onClick={() => go(step)}
              >
                Save draft
              </Button>
              <Button type="submit" loading={save.isPending}>
                Save and continue
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Stack>
  );
}
