import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { counted } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';

export function PairsBanner({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Alert color="iris" variant="light">
      {counted(count, 'person', 'people')} may be someone you already have.{' '}
      <Anchor component={Link} to={paths.atsPairs} inherit underline="always">
        Review them
      </Anchor>
      .
    </Alert>
  );
}
