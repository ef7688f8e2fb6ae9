import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '../paths.ts';
import { renderApp } from '../testing/render-app.tsx';

test.each(['/nothing-here', '/loginn', '/dashboard/nothing-here', '/oauthsuccess/more'])(
  '%s leads to nothing, and from there home',
  async (path) => {
    const { user, router } = renderApp(path, { signedIn: path.startsWith(paths.dashboard) });
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toBe("Oops! The page you're looking for doesn't exist.");
    const visited: string[] = [];
    router.subscribe('onBeforeNavigate', ({ toLocation }) => visited.push(toLocation.pathname));
    await user.click(screen.getByRole('link', { name: 'Go Home' }));
    await waitFor(() => expect(visited[0]).toBe(paths.root));
  },
);

test.each(['/dashboard/nothing-here', '/dashboard/team/nothing'])(
  '%s does not reveal what exists to people who are not signed in',
  async (address) => {
    const { path } = renderApp(address, { signedIn: false });
    await waitFor(() => expect(path()).toBe(paths.login));
  },
);
