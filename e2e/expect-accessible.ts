import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { isLong } from '../server/testing/how-long.ts';
import { expect } from './journey.ts';

const schemes = ['light', 'dark'] as const;

/** The program, longer than the product. By itself the builder evaluates it twice for each look. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as {
  source: string;
};

/**
 * Serious and critical findings: on journeys as the page is, and on the walk over all screens also in the other color scheme.
 * The whole run looks at everything in both.
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  { inBothSchemes = isLong }: { inBothSchemes?: boolean } = {},
): Promise<void> {
  const shown = await page.locator('html').getAttribute('data-mantine-color-scheme');
  // The current scheme comes first: each change renders the page again.
  const inOrder = (shown === 'dark' ? schemes.toReversed() : schemes).slice(0, inBothSchemes ? 2 : 1);
  // A document that has the program keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  for (const colorScheme of inOrder) {
    await page.emulateMedia({ colorScheme });
    // Even the shortest transition shows the other scheme's color for a few frames.
    await page.waitForFunction(
      (wanted) =>
        document.documentElement.dataset.mantineColorScheme === wanted &&
        document.getAnimations().every(({ playState }) => playState !== 'running'),
      colorScheme,
    );
    // Without frames there is nothing to gather from other pages. Only violations are listed: listing passes is slow.
    const axe = new AxeBuilder({ page, axeSource: 'null' })
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
