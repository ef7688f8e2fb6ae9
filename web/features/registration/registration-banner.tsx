import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Registration } from '../../../contract/registration.ts';
import { paths } from '../../paths.ts';
import classes from './registration.module.css';
import { blocksTexts, registrationQuery } from './registration-query.ts';

/** Above an admin's inbox while carriers don't accept the company's texts. */
export function RegistrationBanner() {
  const { data } = useQuery({ ...registrationQuery(), meta: { quiet: true } });
  if (!data || !blocksTexts(data)) return null;
  const { text, action } = wordsFor(data);
  return (
    <section className={classes.banner} aria-label="Carrier registration">
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
      return { text: "You can't text yet: your company isn't registered.", action: 'Register' };
    case 'rejected':
      return { text: "You can't text yet: your registration was rejected.", action: 'Fix' };
    case 'suspended':
      return { text: "You can't text: your registration is suspended.", action: 'View' };
    case 'approved':
      return numbers.some(({ refusal }) => refusal !== null)
        ? { text: "Carriers didn't accept every number.", action: 'View' }
        : { text: "You can't text yet: your numbers are being registered.", action: 'View' };
    default:
      return { text: "You can't text yet: carriers are reviewing your company.", action: 'View' };
  }
}
