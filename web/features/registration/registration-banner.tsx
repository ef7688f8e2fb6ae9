import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Registration } from '../../../contract/registration.ts';
import { paths } from '../../paths.ts';
import classes from './registration.module.css';
import { blocksTexts, registrationQuery } from './registration-query.ts';

/** Above an admin's inbox while the carriers take no texts. */
export function RegistrationBanner() {
  const { data } = useQuery({ ...registrationQuery(), meta: { quiet: true } });
  if (!data || !blocksTexts(data)) return null;
  const { text, action } = wordsFor(data);
  return (
    <section className={classes.banner} aria-label="Registration with the carriers">
      <span className={classes.bannerText}>{text}</span>
      <Anchor component={Link} to={paths.registration} size="sm">
        {action}
      </Anchor>
    </section>
  );
}

function wordsFor({ state, numbers }: Registration): { text: string; action: string } {
  switch (state) {
    case 'draft':
      return { text: "Texts wait: your company isn't registered.", action: 'Register' };
    case 'rejected':
      return { text: "Texts wait: the registration wasn't accepted.", action: 'Change' };
    case 'suspended':
      return { text: 'Texts wait: the registration is suspended.', action: 'See' };
    case 'approved':
      return numbers.some(({ refusal }) => refusal !== null)
        ? { text: 'The carriers did not take every number.', action: 'See' }
        : { text: 'Texts wait: numbers are being attached.', action: 'See' };
    default:
      return { text: "Texts wait for the carriers' review.", action: 'See' };
  }
}
