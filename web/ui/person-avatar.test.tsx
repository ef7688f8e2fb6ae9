import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PersonAvatar } from './person-avatar.tsx';

test.each([
  ['Ana', 'Lopez', 'AL'],
  ['ana maria', 'lopez', 'AM'],
  ['Cher', '', 'CH'],
  ['אנה', '😀😀 Wolfe', 'א😀'],
  ['👩🏽‍⚕️Nia', 'Östlund', '👩🏽‍⚕️Ö'],
  ['𝒜', '', '𝒜'],
])('%s %s has the initials %s', (firstName, lastName, initials) => {
  const person = { id: '01a200ad-151e-7745-aadd-4adf4729d9db', firstName, lastName };
  const { container } = render(
    <MantineProvider env="test">
      <PersonAvatar person={person} />
    </MantineProvider>,
  );
  expect(container.querySelector('[aria-hidden]')?.textContent).toBe(initials);
});
