import { Skeleton, Stack } from '@mantine/core';
import type { Ref } from 'react';

/** What is typed into the fields of a card. */
export interface CardEntry {
  /** The account pays with it from now on. False: something isn't right, and its field shows what. */
  save: () => Promise<boolean>;
}

export interface CardFieldsProps {
  ref: Ref<CardEntry>;
  /** Why the card before this one was refused. */
  refusal: string | null;
}

export function FieldsSkeleton() {
  return (
    <Stack gap="sm" role="status" aria-busy="true" aria-label="Loading the card form">
      <Skeleton height={56} />
      <Skeleton height={56} />
      <Skeleton height={56} />
    </Stack>
  );
}
