import type { Page } from 'playwright-core';

/** A person signs in with a token. */
export async function signedIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}
