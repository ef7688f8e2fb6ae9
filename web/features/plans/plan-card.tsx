import { Badge, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './plan-card.module.css';

export function PlanCard({
  title,
  headline,
  text,
  features,
  current,
  label,
  disabled,
  loading,
  onChoose,
  children,
}: {
  title: string;
  headline: string;
  text: string;
  features: string[];
  current: boolean;
  label: string;
  disabled: boolean;
  loading: boolean;
  onChoose: () => void;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id} data-current={current || undefined}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {current && (
          <Badge variant="light" tt="none" size="sm">
            Your plan
          </Badge>
        )}
      </div>
      <p className={classes.headline}>{headline}</p>
      <p className={classes.text}>{text}</p>
      <ul className={classes.features}>
        {features.map((feature) => (
          <li key={feature}>
            <IconCheck size={16} aria-hidden className={classes.tick} />
            {feature}
          </li>
        ))}
      </ul>
      {children}
      <Button
        className={classes.choose}
        fullWidth
        variant={current ? 'default' : 'filled'}
        disabled={disabled}
        loading={loading}
        onClick={onChoose}
      >
        {label}
      </Button>
    </section>
  );
}
