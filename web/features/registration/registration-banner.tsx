import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import classes from './registration.module.css';
import { blocksTexts, isBeingReviewed, registrationQuery } from './registration-query.ts';

/** Above an admin's inbox while the carriers take no texts. */
export function RegistrationBanner() {
  const { data } = useQuery({ ...registrationQuery(), meta: { quiet: true } });
  if (!data || !blocksTexts(data)) return null;
  const waits = isBeingReviewed(data) || data.state === 'approved';
  return (
    <section className={classes.banner} aria-label="Registration with the carriers">
      <span className={classes.bannerText}>
        {waits ? "Texts wait for the carriers' review." : "Texts wait: your company isn't registered."}
      </span>
      <Anchor component={Link} to={paths.registration} size="sm">
        {waits ? 'See' : 'Register'}
      </Anchor>
    </section>
  );
}
