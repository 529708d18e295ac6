import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from './browser.ts';

/** Name, size and colours of the screens that every view is looked at on. */
export const SCREENS = [
  ['light', DESKTOP, 'light'],
  ['dark', DESKTOP, 'dark'],
  ['phone', PHONE, 'light'],
  ['phone, dark', PHONE, 'dark'],
] as const;

/** What axe calls serious or critical, and whether the page is wider than the screen. */
export async function seriousIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: own } = globalThis as unknown as { axe: typeof axe };
    return (await own.run()).violations;
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
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('main > *') !== null && document.querySelector('.loading') === null,
  );
  await page.waitForFunction(
    () => document.querySelector('.sections, .list, .table-box, .empty, .answer, .chart') !== null,
  );
}
