import { Anchor, CloseButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import classes from './start.module.css';
import { nextOf } from './steps.ts';
import { useSteps } from './use-steps.ts';

/** In the inbox, until someone is ready to text: what comes next. */
export function NextStepBanner() {
  const start = useSteps();
  const next = start && nextOf(start.steps);
  // Registering has its own banner, which stays until the company is registered.
  if (!start || !next || next.to === paths.registration) return null;
  return (
    <section className={classes.banner} aria-label="Get started">
      <span className={classes.what}>
        {start.steps.filter(({ isDone }) => isDone).length} of {start.steps.length} done. Next:{' '}
        <Anchor component={Link} to={next.to} underline="always" inherit>
          {next.name}
        </Anchor>
      </span>
      <CloseButton size="sm" aria-label="Hide" onClick={start.hide} />
    </section>
  );
}
