import { describe, expect, it } from 'vitest';
import { seriousIn, seriousOnScreens } from '../axe.ts';
import { HAS_BROWSER, openBrowser, PATIENT, PHONE, shoot, shows } from '../browser.ts';
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

  it('every view shows that it waits, what failed, and the last data with its age', PATIENT, async () => {
    const scene = await teamScene();
    const { origin } = scene.server;
    const { page } = await openBrowser(`${origin}/`);
    await signedIn(page, scene.token);
    const denied = await page.locator('.decision-line[data-verdict="deny"]').first().getAttribute('href');
    const id = new URL(denied ?? '', origin).searchParams.get('d');
    // The one with the rows of its machine: two machines have a session of this name.
    const machine = new URL(denied ?? '', origin).searchParams.get('dm');
    const views = [
      ['/live', '**/v1/decisions?**', '.decision-line'],
      [`/decisions/${id}?machine=${machine}`, '**/v1/decisions/**', '.decision-head'],
      ['/sessions', '**/v1/sessions?**', '.session-line'],
      [`/sessions/3f9a2c71-aa10?machine=${machine}`, '**/v1/sessions/**', '.chart'],
      ['/rules', '**/v1/rules?**', 'table.rules'],
      ['/rules/no-force-push', '**/v1/rules/**', '.rule-summary'],
      ['/try?q=ls&edit=1', '**/v1/policy/view', '.editor'],
      ['/policy', '**/v1/policy/view', '.stages'],
      ['/fleet', '**/v1/machines', 'table.fleet'],
    ] as const;
    for (const [path, route, data] of views) {
      await page.route(route, () => undefined);
      await page.goto(`${origin}${path}`);
      await page.locator('.ghost').first().waitFor();
      await page.unroute(route);
      const error = { error: { code: 'store-away', message: 'The database cannot be used now.', hint: 'Soon.' } };
      await page.route(route, (request) => request.fulfill({ status: 503, json: error }));
      await page.goto(`${origin}${path}`);
      await shows(page, 'The database cannot be used now.');
      await page.unroute(route);
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await page.locator(data).first().waitFor();
    }
    // The page goes on without its server: what was seen stays, with its age. A link in the page loads nothing anew.
    const visit = (path: string) =>
      page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
    for (const [path, , data] of views) {
      await visit(path);
      await page.locator(data).first().waitFor();
    }
    await scene.server.stop();
    for (const [path, , data] of views) {
      await visit(path);
      if (path === '/live') await shows(page, /^Reconnecting, last row /);
      else if (path.startsWith('/try')) await shows(page, 'The server does not answer.');
      else await shows(page, /The server does not answer\. This is from \d+\ss ago\./);
      await page
        .locator(path.startsWith('/try') ? data : `.stale ${data}`)
        .first()
        .waitFor();
      await shoot(page, `team-offline${path.replace(/[?/]3f.*|\?.*/, '').replaceAll(/\W/g, '-')}`);
    }
  });

  it(
    'on a phone a person finds where they are and signs out, and the next one sees nothing of it',
    PATIENT,
    async () => {
      const scene = await teamScene();
      const { page } = await openBrowser(`${scene.server.origin}/`, { viewport: PHONE });
      await page.getByLabel('Token').fill(scene.token);
      await page.getByRole('button', { name: 'Open' }).click();
      await page.locator('.decision-line').first().waitFor();
      expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(false);
      await page.getByRole('button', { name: 'More' }).click();
      await shows(page, 'acme');
      await shoot(page, 'team-phone-more');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await shows(page, 'Sign in');
      expect(await page.locator('.decision-line').count()).toBe(0);
    },
  );

  it('axe finds nothing serious: light, dark, and on a phone', PATIENT, async () => {
    const scene = await teamScene();
    await addTroubledMachines(scene);
    const { origin } = scene.server;
    const { page, complaints } = await openBrowser(`${origin}/`);
    await shows(page, 'Sign in');
    const found = (await seriousIn(page)).map((finding) => `sign in: ${finding}`);
    complaints.length = 0;
    await signedIn(page, scene.token);
    const views = [
      '/live',
      '/live?verdict=deny',
      '/fleet',
      '/policy',
      '/rules',
      '/sessions/3f9a2c71-aa10',
      '/try?q=git%20push%20--force&edit=1',
    ];
    found.push(
      ...(await seriousOnScreens(page, views, async (view) => {
        await page.goto(`${origin}${view}`);
        if (view.includes('deny')) await page.locator('.decision-line').first().click();
        if (view === '/fleet') await page.locator('.pace canvas').waitFor();
      })),
    );
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
