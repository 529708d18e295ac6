import { expect, it } from 'vitest';
import { lab } from '../support/dispatcher.ts';
import { startPage } from '../server/ui-process.ts';
import { appendLines, auditLineOf, segment } from '../trail/written-trail.ts';
import { seriousOnScreens } from './axe.ts';
import { HAS_BROWSER, openBrowser, PATIENT, shoot, shows } from './browser.ts';
import { workingDay } from './scene.ts';

const VIEWS = ['/live', '/sessions', '/rules', '/try?q=ls', '/policy', '/fleet'];

it.skipIf(!HAS_BROWSER)('every view has something to say where there is nothing', PATIENT, async () => {
  const place = lab();
  const { link, origin } = await startPage(place);
  const { page, complaints } = await openBrowser(link);
  for (const [path, words] of [
    ['/live', 'No decisions yet'],
    ['/live?verdict=deny', 'None of 0 decisions match'],
    ['/sessions', 'No sessions yet'],
    ['/rules', 'No rule has matched in the last 7 days'],
    ['/policy', 'No policy here yet'],
    ['/try', 'A command, a tool with its file, or a payload'],
    ['/fleet', 'One machine is no fleet'],
  ] as const) {
    await page.goto(`${origin}${path}`);
    await shows(page, words);
    await shoot(page, `empty${path.replaceAll(/\W/g, '-')}`);
  }
  expect(complaints).toEqual([]);
  await page.goto(`${origin}/sessions/none`);
  await shows(page, 'This session no longer has any decisions');
  await page.goto(`${origin}/decisions/none`);
  await shows(page, 'no decision "none" is on record');
});

it.skipIf(!HAS_BROWSER)(
  'every view shows that it waits, what failed, and the last data with its age',
  PATIENT,
  async () => {
    const place = await workingDay();
    const { link, origin, stop } = await startPage(place);
    const { page } = await openBrowser(link);
    await page.locator('.decision-line').first().waitFor();
    const routes = [
      ['/live', '**/v1/decisions?**', '.decision-line'],
      ['/sessions', '**/v1/sessions?**', '.session-line'],
      ['/rules', '**/v1/rules?**', 'table.rules'],
      ['/policy', '**/v1/policy/view', '.files'],
      ['/sessions/3f9a2c71-aa10', '**/v1/sessions/**', '.chart'],
    ] as const;
    for (const [path, route, data] of routes) {
      await page.route(route, () => undefined);
      await page.goto(`${origin}${path}`);
      await page.locator('.ghost').first().waitFor();
      if (path === '/rules') await shoot(page, 'loading');
      await page.unroute(route);
      const error = { error: { code: 'failed', message: 'The trail is torn.', hint: 'hookctl audit verify' } };
      await page.route(route, (request) => request.fulfill({ status: 500, json: error }));
      await page.goto(`${origin}${path}`);
      await shows(page, 'The trail is torn.');
      await shows(page, 'hookctl audit verify');
      if (path === '/rules') await shoot(page, 'error');
      await page.unroute(route);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator(data).first().waitFor();
    }
    await page.goto(`${origin}/live`);
    await page.locator('.decision-line').first().waitFor();
    await stop();
    await shows(page, /^Reconnecting, last row /);
    // The age counts up, though nothing comes any more.
    for (const age of [3, 5]) await shows(page, new RegExp(`last row ${age}\\ss ago`));
    expect(await page.locator('.stale .decision-line').count()).toBeGreaterThan(5);
    await shoot(page, 'offline');
    await page.locator('a[href="/rules"]').first().click();
    await shows(page, 'The server does not answer.');
  },
);

it.skipIf(!HAS_BROWSER)('axe finds nothing serious: light, dark, and on a phone', PATIENT, async () => {
  const place = await workingDay();
  const { link, origin } = await startPage(place);
  const { page, complaints } = await openBrowser(link);
  await page.locator('.decision-line').first().waitFor();
  const views = [...VIEWS, '/sessions/3f9a2c71-aa10', '/rules/no-migrations', '/try?q=npm%20publish&edit=1', DENIED];
  const found = await seriousOnScreens(page, views, async (view) => {
    await page.goto(`${origin}${view}`);
    if (view === DENIED) await page.locator('.decision-line[data-verdict="deny"]').first().click();
  });
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});

const DENIED = '/live?verdict=deny';

const MANY = 100_000;

it.skipIf(!HAS_BROWSER)('100,000 decisions scroll, with few elements in the document', PATIENT, async () => {
  const place = lab();
  const start = Date.parse('2026-11-01T00:00:00Z');
  for (let first = 0; first < MANY; first += 10_000) {
    const lines = Array.from({ length: 10_000 }, (_, place) =>
      auditLineOf({
        id: `id-${String(first + place).padStart(6, '0')}`,
        time: new Date(start + (first + place) * 10).toISOString(),
        actions: [`run step ${first + place}`],
      }),
    );
    appendLines(segment(place.state, 1), lines);
  }
  const { link } = await startPage(place);
  const { page, complaints } = await openBrowser(link);
  await shows(page, '100,000 decisions');
  const list = page.locator('.list');
  let most = 0;
  await expect
    .poll(
      async () => {
        const { height, elements } = await list.evaluate((element) => {
          element.scrollTop = element.scrollHeight;
          return { height: element.scrollHeight, elements: document.querySelectorAll('*').length };
        });
        most = Math.max(most, elements);
        return height;
      },
      { timeout: 120_000, interval: 20 },
    )
    .toBe(MANY * 36);
  await shows(page, /^step 0$/);
  expect(await page.locator('.decision-line').last().textContent()).toContain('step 0');
  for (const share of [0.25, 0.5, 0.75]) {
    await list.evaluate((element, part) => (element.scrollTop = element.scrollHeight * part), share);
    await shows(page, new RegExp(`^step ${MANY * (1 - share) - 1}$`));
  }
  expect(most).toBeLessThan(1_000);
  expect(complaints).toEqual([]);
});

it.skipIf(!HAS_BROWSER)('older sessions come when the list is scrolled', PATIENT, async () => {
  const place = lab();
  const start = Date.parse('2026-11-01T00:00:00Z');
  const lines = Array.from({ length: 450 }, (_, number) =>
    auditLineOf({
      id: `id-${String(number).padStart(6, '0')}`,
      session: `session-${number}`,
      time: new Date(start + number * 1_000).toISOString(),
    }),
  );
  appendLines(segment(place.state, 1), lines);
  const { link, origin } = await startPage(place);
  const { page, complaints } = await openBrowser(link);
  await page.goto(`${origin}/sessions`);
  await shows(page, 'the latest 200 sessions');
  const list = page.locator('.list');
  await expect
    .poll(
      () =>
        list.evaluate((element) => {
          element.scrollTop = element.scrollHeight;
          return element.scrollHeight;
        }),
      { timeout: 60_000 },
    )
    .toBe(450 * 64);
  await shows(page, '450 sessions');
  expect(complaints).toEqual([]);
});
