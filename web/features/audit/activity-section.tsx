import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/section.tsx';

/** For admins. */
export function ActivitySection() {
  return (
    <Section title="Activity" text="See who did what in your account, when, and from where.">
      <Button component={Link} to={paths.activity} variant="default">
        See activity
      </Button>
    </Section>
  );
}
