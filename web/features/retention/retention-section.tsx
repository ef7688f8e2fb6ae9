import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/section.tsx';

/** For admins. */
export function RetentionSection() {
  return (
    <Section title="Retention" text="Choose how long texts, pictures and candidates are kept.">
      <Button component={Link} to={paths.retention} variant="default">
        Set retention
      </Button>
    </Section>
  );
}
