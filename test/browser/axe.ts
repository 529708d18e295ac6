import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE, shoot } from './browser.ts';

const SIZES = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const;
const COLOURS = ['light', 'dark'] as const;

/**
 * Shows every view on each size of screen, and looks at it in each colour scheme: findings with the screen and the view. A view is loaded anew for a size, not for
 * a colour scheme, which is nothing but styles.
 */
export async function seriousOnScreens<View extends string>(
  page: Page,
  views: readonly View[],
  show: (view: View) => Promise<void>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const [size, viewport] of SIZES) {
    await page.setViewportSize(viewport);
    for (const view of views) {
      await show(view);
      await settled(page);
      for (const colorScheme of COLOURS) {
        await page.emulateMedia({ colorScheme });
        const screen = `${size} ${colorScheme}`;
        findings.push(...(await seriousIn(page)).map((finding) => `${screen} ${view}: ${finding}`));
        await shoot(page, `${screen} ${view}`.replaceAll(/\W+/g, '-'));
      }
    }
  }
  return findings;
}

/** What axe calls serious or critical, and whether the page is wider than the screen. */
export async function seriousIn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: own } = globalThis as unknown as { axe: typeof axe };
    // What passed is not described.
    return (await own.run({ resultTypes: ['violations'] })).violations;
  });
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return [
    ...violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) => `${id} ${nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`)[0]}`,
      ),
    ...(isWide ? ['wider than the screen'] : []),
  ];
}

/** Every answer is there. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('main > *') !== null && document.querySelector('.loading') === null,
  );
  await page.waitForFunction(
    () => document.querySelector('.sections, .list, .table-box, .empty, .answer, .chart') !== null,
  );
}
