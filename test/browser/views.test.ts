import { expect, it } from 'vitest';
import { lab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';
import { startPage } from '../server/ui-process.ts';
import { DESKTOP, HAS_BROWSER, openBrowser, PATIENT, shoot, shows } from './browser.ts';
import { workingDay } from './scene.ts';

it.skipIf(!HAS_BROWSER)(
  'shows every view with what the dispatcher recorded, and complains about nothing',
  PATIENT,
  async () => {
    const place = await workingDay();
    const { link, origin } = await startPage(place);
    const { page, complaints } = await openBrowser(link);

    await page.locator('.decision-line').first().waitFor();
    expect(page.url()).toBe(`${origin}/`);
    await shows(page, 'no-force-push');
    await page.getByRole('img', { name: /^36 decisions since [\d:]+, 4 refused or asked about$/ }).waitFor();
    await shoot(page, 'live');
    // On every width there is room for what the agent did.
    for (const width of [390, 768, 1024]) {
      await page.setViewportSize({ width, height: DESKTOP.height });
      const what = page.locator('.decision-line .what', { hasText: 'git push --force' });
      await expect.poll(async () => (await what.boundingBox())?.width ?? 0).toBeGreaterThan(200);
    }
    await page.setViewportSize(DESKTOP);
    await page.locator('.chip', { hasText: 'deny' }).click();
    await shows(page, '3 of 36');
    expect(new URL(page.url()).search).toBe('?verdict=deny');
    await page.locator('.decision-line', { hasText: 'git push --force' }).click();
    await shows(page, 'The policy in force now says the same.');
    await shows(page, 'policy.yaml:13:3');
    await shoot(page, 'live-decision');

    await page.getByRole('button', { name: 'False alarm' }).click();
    await shows(page, 'Noted.');
    await page.getByRole('button', { name: 'Copy as hookctl fire' }).click();
    await shows(page, 'copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^printf '%s' '\{.*"command":"git push --force .*\}' \| hookctl fire --payload -$/);

    await page.goto(`${origin}/sessions`);
    await page.locator('.session-line').nth(1).click();
    await shows(page, 'detour after a refusal (push, origin, email-index)');
    expect(await page.locator('.lanes-names span').allTextContents()).toEqual(['main', 'sub-7c1e']);
    expect(await page.locator('.arc').count()).toBe(1);
    await shows(page, 'stop held');
    await shows(page, 'check tests failed');
    await shoot(page, 'session');

    await page.goto(`${origin}/rules`);
    await shows(page, 'hookctl promote no-curl');
    await shows(page, '1 of 1');
    await shoot(page, 'rules');
    await page.getByRole('link', { name: 'no-migrations' }).first().click();
    await shows(page, '2 tests pass');
    await shoot(page, 'rule');

    await page.goto(`${origin}/policy`);
    await shows(page, '.hookctl/policy.yaml');
    await shows(page, 'in force');
    await shoot(page, 'policy');
    await page.goto(`${origin}/fleet`);
    await shows(page, 'One machine is no fleet');
    expect(complaints).toEqual([]);
  },
);

it.skipIf(!HAS_BROWSER)(
  'the playground answers as `hookctl explain --json`, and shows what an edit would change',
  PATIENT,
  async () => {
    const place = await workingDay();
    const { link, origin } = await startPage(place);
    const { page, complaints } = await openBrowser(link);
    for (const text of ['git push --force origin main', 'Edit db/migrations/1.sql', 'ls -la > out.txt']) {
      const { stdout } = await hookctl(['explain', '--json', '--all', text], { env: place.env, cwd: place.project });
      const expected = JSON.parse(stdout) as { verdict: string; answer: unknown };
      const answered = page.waitForResponse((response) => response.url().endsWith('/v1/explain'));
      await page.goto(`${origin}/try?q=${encodeURIComponent(text)}`);
      expect(((await (await answered).json()) as { now: unknown }).now).toEqual(expected);
      await page.locator('.answer-verdict .verdict').waitFor();
      expect(await page.locator('.answer-verdict .verdict').textContent()).toBe(expected.verdict);
      expect(JSON.parse((await page.locator('[data-answer]').textContent()) ?? '')).toEqual(expected.answer);
    }
    await page.goto(`${origin}/try?q=${encodeURIComponent('git push --force origin main')}&edit=1`);
    const editor = page.getByLabel(/^The policy /);
    const policy = await editor.inputValue();
    await editor.fill(policy.replace("deny: 'A forced", "ask: 'A forced"));
    await shows(page, '1 of the last 36 decisions change');
    expect(await page.locator('.answer-verdict .verdict').allTextContents()).toEqual(['deny', 'ask']);
    await shows(page, /, 1 fail/);
    await shoot(page, 'playground');
    await editor.fill(policy.replace('rules:', 'rulez:'));
    await shows(page, /policy\.yaml:4:1: /);
    expect(await page.locator('.answer.stale').count()).toBe(1);
    expect(complaints).toEqual([]);
  },
);

it.skipIf(!HAS_BROWSER)(
  'shows decisions as they happen; a pause collects them and says how many; keys move',
  PATIENT,
  async () => {
    const place = await workingDay();
    const { link, origin } = await startPage(place);
    const { page, complaints } = await openBrowser(link);
    await page.locator('.decision-line').first().waitFor();
    await shows(page, 'Live');
    await place.hook(bash('echo one'));
    await page.locator('.decision-line', { hasText: 'echo one' }).waitFor();
    await page.getByRole('button', { name: /^Live/ }).click();
    for (const word of ['two', 'three', 'four']) await place.hook(bash(`echo ${word}`));
    await shows(page, '3 new');
    expect(await page.locator('.decision-line', { hasText: 'echo four' }).count()).toBe(0);
    await page.getByRole('button', { name: '3 new' }).click();
    expect(await page.locator('.decision-line').first().textContent()).toContain('echo four');

    await page.keyboard.press('/');
    await page.keyboard.type('npm publish');
    await shows(page, /^1 of /);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await shows(page, 'This publishes to the registry.');
    expect(new URL(page.url()).searchParams.get('grep')).toBe('npm publish');
    await page.keyboard.press('Escape');
    expect(new URL(page.url()).searchParams.has('d')).toBe(false);
    for (const [keys, path] of [
      ['gs', '/sessions'],
      ['gr', '/rules'],
      ['gp', '/try'],
      ['go', '/policy'],
      ['gf', '/fleet'],
      ['gl', '/live'],
    ]) {
      for (const key of keys ?? '') await page.keyboard.press(key);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    // The link is used up: another browser does not get in by it.
    const other = await openBrowser(link);
    await shows(other.page, 'This link is used up');
    expect([complaints, origin.startsWith('http://127.0.0.1:')]).toEqual([[], true]);
  },
);

it.skipIf(!HAS_BROWSER)('the playground supposes a branch, as `hookctl explain --branch` does', PATIENT, async () => {
  const place = lab(
    'policy: 1\nrules:\n  not-on-main: { before: run, when: { runs: git commit, git.branch: main }, deny: "{branch} takes merges only." }\n',
  );
  const { link, origin } = await startPage(place);
  const { page, complaints } = await openBrowser(link);
  const expected = async (branch: string) => {
    const { stdout } = await hookctl(['explain', '--json', '--all', '--branch', branch, 'git commit -m x'], {
      env: place.env,
      cwd: place.project,
    });
    return JSON.parse(stdout) as { verdict: string };
  };
  await page.goto(`${origin}/try?q=${encodeURIComponent('git commit -m x')}`);
  for (const [branch, verdict] of [
    ['main', 'deny'],
    ['feature/x', 'pass'],
  ] as const) {
    const answered = page.waitForResponse((response) => response.request().postData()?.includes(branch) === true);
    await page.getByLabel('given the git branch').fill(branch);
    expect(((await (await answered).json()) as { now: unknown }).now).toEqual(await expected(branch));
    await page.locator('.answer-verdict', { hasText: verdict }).waitFor();
    expect(new URL(page.url()).searchParams.get('branch')).toBe(branch);
  }
  expect(complaints).toEqual([]);
});
