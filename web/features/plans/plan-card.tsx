import { Badge, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { PlanEntry } from '../billing/plan-words.ts';
import classes from './plan-card.module.css';

export function PlanCard({
  plan,
  headline,
  note,
  current,
  label,
  disabled,
  onChoose,
  children,
}: {
  plan: PlanEntry;
  /** What it costs; null where no one is charged, so no prices are shown. */
  headline: string | null;
  /** More about the price. */
  note: string | null;
  current: boolean;
  label: string;
  disabled: boolean;
  onChoose: () => void;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id} data-current={current || undefined}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {plan.title}
        </h2>
        {current && (
          <Badge variant="light" tt="none" size="sm">
            Your plan
          </Badge>
        )}
      </div>
      {headline !== null && (
        <div>
          <p className={classes.headline}>{headline}</p>
          {note !== null && <p className={classes.note}>{note}</p>}
        </div>
      )}
      <p className={classes.text}>{plan.description}</p>
      {headline !== null && <p className={classes.text}>{plan.subDescription}</p>}
      <ul className={classes.features} aria-label="Features">
        {plan.features.map((feature) => (
          <li key={feature}>
            <IconCheck size={16} aria-hidden className={classes.tick} />
            {feature}
          </li>
        ))}
      </ul>
      {plan.requirements.length > 0 && (
        <div className={classes.requirements}>
          <h3>Requirements</h3>
          <ul>
            {plan.requirements.map((requirement) => (
              <li key={requirement}>{requirement}</li>
            ))}
          </ul>
        </div>
      )}
      {headline !== null && plan.clarification && (
        <p className={classes.clarification}>{plan.clarification}</p>
      )}
      <div className={classes.choose}>
        {children}
        <Button fullWidth variant={current ? 'default' : 'filled'} disabled={disabled} onClick={onChoose}>
          {label}
        </Button>
      </div>
    </section>
  );
}
