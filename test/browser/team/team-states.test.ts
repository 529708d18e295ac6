import { describe, expect, it } from 'vitest';
import { SCREENS, seriousIn, settled } from '../axe.ts';
import { HAS_BROWSER, openBrowser, PATIENT, shoot, shows } from '../browser.ts';
import { DATABASE } from '../../store/opened.ts';
import { queried } from '../../team/queried.ts';
import { teamLab } from '../../team/team-server.ts';
import { signedIn } from './signed-in.ts';
import { addTroubledMachines, teamScene } from './team-scene.ts';

describe.skipIf(DATABASE.url === '' || !HAS_BROWSER)('the page of a team', () => {
  it('every view has something to say where there is nothing', PATIENT, async () => {
    const team = await teamLab();
    await queried(team.databaseUrl, 'DELETE FROM machine');
    const { origin } = await team.serve();
    const { page, complaints } = await openBrowser(`${origin}/`);
    await signedIn(page, await team.token(['read']));
    complaints.length = 0;
    for (const [path, words] of [
      ['/live', 'No decisions yet'],
      ['/live?machine=nobody', 'None of 0 decisions match'],
      ['/sessions', 'No sessions yet'],
      ['/rules', 'says whether every machine is armed'],
      ['/policy', 'Nothing published'],
      ['/try', 'A command, a tool with its file, or a payload'],
      ['/fleet', 'No machine has joined'],
    ] as const) {
      await page.goto(`${origin}${path}`);
      await shows(page, words);
      await shoot(page, `team-empty${path.replaceAll(/\W/g, '-')}`);
    }
    expect(complaints).toEqual([]);
  });

  it('shows that it waits, what failed, and the last data with its age', PATIENT, async () => {
    const scene = await teamScene();
    const { origin } = scene.server;
    const { page } = await openBrowser(`${origin}/`);
    await signedIn(page, scene.token);
    for (const [path, route, data] of [
      ['/live', '**/v1/decisions?**', '.decision-line'],
      ['/fleet', '**/v1/machines', 'table.fleet'],
      ['/policy', '**/v1/policy/view', '.stages'],
    ] as const) {
      await page.route(route, () => undefined);
      await page.goto(`${origin}${path}`);
      await page.locator('.ghost').first().waitFor();
      await page.unroute(route);
      const error = { error: { code: 'store-away', message: 'The database cannot be used now.', hint: 'Soon.' } };
      await page.route(route, (request) => request.fulfill({ status: 503, json: error }));
      await page.goto(`${origin}${path}`);
      await shows(page, 'The database cannot be used now.');
      await page.unroute(route);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator(data).first().waitFor();
    }
    await page.goto(`${origin}/fleet`);
    await page.locator('table.fleet').waitFor();
    await scene.server.stop();
    await shows(page, /The server does not answer\. This is from \d+ s ago\./);
    await page.locator('.stale table.fleet').waitFor();
    await shoot(page, 'team-offline');
  });

  it('axe finds nothing serious: light, dark, and on a phone', PATIENT, async () => {
    const scene = await teamScene();
    await addTroubledMachines(scene);
    const { origin } = scene.server;
    const { page, complaints } = await openBrowser(`${origin}/`);
    await shows(page, 'Sign in');
    const found = (await seriousIn(page)).map((finding) => `sign in: ${finding}`);
    complaints.length = 0;
    await signedIn(page, scene.token);
    for (const [name, size, colorScheme] of SCREENS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      for (const path of ['/live', '/live?verdict=deny', '/fleet', '/policy', '/rules', '/sessions/3f9a2c71-aa10']) {
        await page.goto(`${origin}${path}`);
        if (path.includes('deny')) await page.locator('.decision-line').first().click();
        await settled(page);
        if (path === '/fleet') await page.locator('.pace canvas').waitFor();
        found.push(...(await seriousIn(page)).map((finding) => `${name} ${path}: ${finding}`));
        await shoot(page, `team-${name}${path}`.replaceAll(/\W+/g, '-'));
      }
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
