import { NumberInput, Select } from '@mantine/core';
import type { AutomationType } from '../../../contract/automations.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import classes from './automation-form.module.css';
import type { AutomationForm } from './automation-form.ts';
import { timingWords } from './automation-words.ts';

const units = ['minute', 'hour', 'day', 'week'];

/** When a text goes out, in spoken order: 1, days, before the interview. */
export function TimingFields({ type, form }: { type: AutomationType; form: AutomationForm }) {
  const isOffset = form.values.timing !== 'onTime';
  const isOne = Number(form.values.amount) === 1;
  const timings = Object.entries(timingWords[type]).map(([value, label]) => ({ value, label }));
  return (
    <fieldset className={classes.timing}>
      <legend>When</legend>
      {isOffset && (
        <>
          <NumberInput
            aria-label="Amount"
            className={classes.amount}
            min={1}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            {...fieldProps(form, 'amount')}
          />
          <Select
            aria-label="Unit"
            className={classes.unit}
            data={units.map((unit) => ({ value: `${unit}s`, label: isOne ? unit : `${unit}s` }))}
            allowDeselect={false}
            {...fieldProps(form, 'unit')}
          />
        </>
      )}
      <Select
        aria-label="Before or after"
        className={classes.event}
        data={timings}
        allowDeselect={false}
        {...fieldProps(form, 'timing')}
      />
    </fieldset>
  );
}
