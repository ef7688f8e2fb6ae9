import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import classes from './start.module.css';
import { nextOf } from './steps.ts';
import { useSteps } from './use-steps.ts';

/** On top of Account, until someone is ready to text. */
export function GuidedStart() {
  const start = useSteps();
  const title = useId();
  if (start === null) return null;
  const { steps, hide } = start;
  const next = nextOf(steps);
  return (
    <section className={classes.card} aria-labelledby={title}>
      <header className={classes.head}>
        <h2 id={title} className={classes.title}>
          Get started
        </h2>
        <span className={classes.muted}>
          {steps.filter(({ isDone }) => isDone).length} of {steps.length} done
        </span>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={hide}>
          Hide
        </Button>
      </header>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.name} data-done={step.isDone || undefined}>
            {step.isDone ? (
              <IconCircleCheckFilled size={18} role="img" aria-label="Done" aria-hidden={false} />
            ) : (
              <IconCircle size={18} aria-hidden />
            )}
            <span className={classes.what}>
              {step.name}
              {!step.isDone && step.waitsFor && <span className={classes.muted}>{step.waitsFor}</span>}
            </span>
            {!step.isDone && step.waitsFor === undefined && (
              <Button
                component={Link}
                to={step.to}
                size="xs"
                variant={step === next ? 'filled' : 'default'}
                aria-label={`${step.action}: ${step.name}`}
              >
                {step.action}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
