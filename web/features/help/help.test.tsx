import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ATS_NAMES, AtsType } from '../../../contract/ats.ts';
import { paths } from '../../paths.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { articles } from './articles.ts';

const title = () => screen.findByRole('heading', { level: 1 });

describe('help', () => {
  test.each(AtsType.options)('for %s is there without signing in', async (type) => {
    const { api } = renderApp(`/help/${type}`, { signedIn: false });
    const name = ATS_NAMES[type];
    expect((await title()).textContent).toBe(`Connect ${name}`);
    await waitFor(() => expect(document.title).toBe(`Connect ${name} · Hiretext`));
    for (const step of articles[type].keySteps) expect(screen.getByText(step)).toBeTruthy();
    const trouble = within(screen.getByRole('table'));
    expect(trouble.getByText(`${name} didn't accept the key.`)).toBeTruthy();
    expect(within(screen.getByRole('navigation')).getAllByRole('link')).toHaveLength(
      AtsType.options.length - 1,
    );
    expect(api.unanswered).toEqual([]);
  });

  test.each(['workday', 'constructor', 'Lever'])('for %s does not exist', async (type) => {
    renderApp(`/help/${type}`, { signedIn: false });
    expect((await title()).textContent).toBe("Oops! The page you're looking for doesn't exist.");
  });

  test('for analytics explains what is counted, without signing in', async () => {
    const { api } = renderApp(paths.analyticsHelp, { signedIn: false });
    expect((await title()).textContent).toBe('Analytics');
    await waitFor(() => expect(document.title).toBe('Analytics · Hiretext'));
    expect(screen.getByText(/first after 30 days without one/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Notifications' }).getAttribute('href')).toBe(
      paths.accountNotifications,
    );
    expect(api.unanswered).toEqual([]);
  });

  test('leads from one system to the next', async () => {
    const { user } = renderApp('/help/lever', { signedIn: false });
    await user.click(await screen.findByRole('link', { name: 'JazzHR' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Connect JazzHR' })).toBeTruthy();
    expect(screen.getByText(/^As the webhook URL, paste the address/)).toBeTruthy();
  });
});
