import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/section.tsx';

/** For admins. */
export function ExportsSection() {
  return (
    <Section title="Export" text="Take everything your account has with you, or bring it from another one.">
      <Button component={Link} to={paths.accountExport} variant="default">
        Export and import
      </Button>
    </Section>
  );
}
