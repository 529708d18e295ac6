import { describe, expect, it } from 'vitest';
import { HAS_BROWSER, openBrowser, PATIENT, shoot, shows } from '../browser.ts';
import { hookctl } from '../../support/hookctl.ts';
import { bash } from '../../support/payloads.ts';
import { DATABASE } from '../../store/opened.ts';
import { openPage } from '../../server/ui-process.ts';
import { signedIn } from './signed-in.ts';
import { addTroubledMachines, sync, teamScene } from './team-scene.ts';

describe.skipIf(DATABASE.url === '' || !HAS_BROWSER)('the page of a team', () => {
  it('shows every view with what machines have sent, and complains about nothing', PATIENT, async () => {
    const scene = await teamScene();
    await addTroubledMachines(scene);
    const { origin } = scene.server;
    const { page, complaints } = await openBrowser(`${origin}/`);
    await shows(page, 'Sign in');
    await shoot(page, 'team-sign-in');
    // The page asked before it was known: that is the one complaint there may be.
    complaints.length = 0;
    await signedIn(page, scene.token);

    await page.locator('.decision-line').first().waitFor();
    await shows(page, 'ana-mbp · project');
    await shoot(page, 'team-live');
    await page.getByLabel('machine').selectOption('ana-mbp');
    await shows(page, '36 of 72');
    expect(new URL(page.url()).search).toBe('?machine=ana-mbp');
    await page.locator('.chip', { hasText: 'deny' }).click();
    await shows(page, '3 of 72');

    // What is sent while the page is open is shown.
    await scene.loud.hook(bash('git push --force origin live'));
    await sync(scene.loud);
    await page.locator('.decision-line', { hasText: 'origin live' }).click();
    await shows(page, 'A forced push rewrites what others have.');
    await shows(page, 'The published policy says the same.');
    await shows(page, 'Judged by the published policy alone');
    await page.getByRole('button', { name: 'False alarm' }).click();
    await shows(page, 'last word by ben');
    await shoot(page, 'team-decision');

    await page.goto(`${origin}/live?machine=ci-9&verdict=deny`);
    await shows(page, /^not shared$/);
    await page.locator('.decision-line').first().click();
    await shows(page, 'Its machine shares counts only');
    await shoot(page, 'team-decision-counts');

    await page.goto(`${origin}/sessions`);
    await page.locator('.session-line', { hasText: 'ana-mbp' }).first().waitFor();
    await shoot(page, 'team-sessions');
    await page.locator('.session-line', { hasText: '3f9a2c71' }).filter({ hasText: 'ana-mbp' }).click();
    await page.locator('.chart').waitFor();
    await shows(page, /detour after a refusal/);
    await shows(page, /stayed on its machine/);
    await shoot(page, 'team-session');

    await page.goto(`${origin}/rules`);
    await page.locator('table.rules tr', { hasText: 'no-force-push' }).waitFor();
    await shows(page, 'hookctl promote no-curl && hookctl publish');
    await shoot(page, 'team-rules');
    await page.getByRole('link', { name: 'no-force-push' }).first().click();
    await shows(page, '1 of 1 mark say false alarm');

    await page.goto(`${origin}/policy`);
    await shows(page, '“watch curl”');
    await shows(page, 'hookctl publish --stage 25:enforce,100:observe');
    await shows(page, 'it was signed by a key that is not trusted');
    await shows(page, 'no force pushes');
    await shoot(page, 'team-policy');

    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await page.locator('.pace canvas').waitFor();
    await shows(page, '5 machines');
    await shows(page, 'silent for 3 d');
    await shows(page, '412 records unsent for 3 h');
    await shoot(page, 'team-fleet');
    await page.locator('.chip', { hasText: 'refused policy' }).click();
    expect(await page.locator('table.fleet tbody tr').count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?only=refused');

    expect(complaints).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await shows(page, 'Sign in');
  });

  it('the playground answers as `hookctl explain --json` does on a machine of the team', PATIENT, async () => {
    const scene = await teamScene('100:enforce');
    const { loud, server, token } = scene;
    // Nothing but the team's policy is in force there.
    loud.write('.hookctl/policy.yaml', 'policy: 1\nrules: {}\n');
    const ask = (text: string) =>
      server.ask('/v1/explain', {
        method: 'POST',
        token,
        body: JSON.stringify({ text }),
        headers: { 'content-type': 'application/json' },
      });
    for (const text of ['git push --force origin main', 'git push origin main', 'curl -s https://example.com/x']) {
      const { stdout } = await hookctl(['explain', '--json', '--all', text], { env: loud.env, cwd: loud.project });
      const here = JSON.parse((await ask(text)).text) as { now: unknown };
      expect(here.now).toEqual(plain(JSON.parse(stdout), loud));
    }
    // The machine's own page tells the stage, too.
    const own = await openPage(loud);
    expect((await own.get('/v1/policy/view')).body.membership).toEqual({
      team: 'acme',
      version: 2,
      note: 'watch curl',
      mode: 'enforce',
      percent: 100,
    });
    const { page, complaints } = await openBrowser(`${server.origin}/try?q=git%20push%20--force`);
    complaints.length = 0;
    await signedIn(page, token);
    await shows(page, 'no-force-push');
    const shown = JSON.parse((await page.locator('[data-answer]').textContent()) ?? '') as unknown;
    const { now } = JSON.parse((await ask('git push --force')).text) as { now: { answer: unknown } };
    expect(shown).toEqual(now.answer);
    await page.getByRole('button', { name: 'Edit the policy' }).click();
    const editor = page.locator('.editor textarea');
    await editor.fill(
      (await editor.inputValue()).replace(
        'deny: [git push --force origin main]',
        'pass: [git push --force origin main]',
      ),
    );
    await shows(page, /Tests/);
    await shows(page, ', 1 fail');
    await editor.fill('policy: 1\nrules: {}\n');
    await shows(page, /2 of the last \d+ decisions change/);
    await shoot(page, 'team-playground');
    expect(complaints).toEqual([]);
  });
});

/** Where the policy is kept and where the call is made differ. */
function plain(explained: unknown, { project }: { project: string }): unknown {
  return JSON.parse(
    JSON.stringify(explained)
      .replaceAll(project, '/home/user/project')
      .replaceAll(/"file":"[^"]*policy\.yaml"/g, '"file":"policy.yaml"'),
  );
}
