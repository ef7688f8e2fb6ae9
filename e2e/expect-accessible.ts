import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

const schemes = ['light', 'dark'] as const;

/** Serious and critical findings, in light and in dark. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  const shown = await page.locator('html').getAttribute('data-mantine-color-scheme');
  // What is shown already comes first: each change renders the page anew.
  const inOrder = shown === 'dark' ? schemes.toReversed() : schemes;
  for (const colorScheme of inOrder) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    // Even the shortest transition shows the other scheme's color for a few frames.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    );
    // The program is longer than the product; a document that has it keeps it.
    const isThere = await page.evaluate(() => 'axe' in window);
    // Without frames there is nothing to gather from other pages. What passed is not told, which takes longer than to look.
    const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: 'null' } : {}) })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] });
    // All else was looked at in the first.
    if (colorScheme !== inOrder[0]) axe.withRules('color-contrast');
    const { violations } = await axe.analyze();
    const findings = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
    expect.soft(findings, `${screen}, ${colorScheme}`).toEqual([]);
  }
}
