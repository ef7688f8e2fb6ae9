import type { Locator, Page } from '@playwright/test';

/* Where things are in the inbox, as a person finds them. */

export const conversations = (page: Page): Locator => page.getByRole('region', { name: 'Conversations' });

/** A candidate's row in the list. */
export const row = (page: Page, name: string): Locator =>
  conversations(page).getByRole('listitem').filter({ hasText: name }).getByRole('link');

export const thread = (page: Page): Locator => page.getByRole('log', { name: 'Texts' });

/** A text in the open thread, or on the candidate's phone. */
export const text = (page: Page, body: string): Locator => thread(page).getByText(body, { exact: true });

export const composer = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name: `Text to ${name}` });

/** The line below a text that shows its status. */
export const status = (page: Page, words: string): Locator => thread(page).getByText(words, { exact: true });

export async function writeText(page: Page, name: string, body: string): Promise<void> {
  await composer(page, name).fill(body);
  await composer(page, name).press('Enter');
}
