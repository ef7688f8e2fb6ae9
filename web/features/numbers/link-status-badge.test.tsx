import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LinkStatus } from '../../../contract/seats.ts';
import { LinkStatusBadge } from './link-status-badge.tsx';

afterEach(cleanup);

test.each([
  ['linking', false, 'Activating'],
  ['rejected', false, 'Activating'],
  ['linked', true, 'Active'],
  ['linked', false, 'Active - not registered yet'],
  ['unlinked', true, undefined],
  ['toString', true, undefined],
])('%s, registered %s: %s', (status, registered, badge) => {
  render(
    <MantineProvider>
      <LinkStatusBadge status={status as LinkStatus} registered={registered} />
    </MantineProvider>,
  );
  expect(screen.queryByRole('status')?.textContent).toBe(badge);
});

test('every status of the contract is in this test', () => {
  expect([...LinkStatus.options].sort()).toEqual(['linked', 'linking', 'rejected']);
});
