import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { ROOT } from '../support/hookctl.ts';

/** Debian's; `.ci/run` installs one where it can. The first is Chromium without its windows, and takes two thirds of the processor time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? BROWSERS.find((path) => existsSync(path));
export const HAS_BROWSER = CHROMIUM !== undefined && existsSync(CHROMIUM);
if (!HAS_BROWSER)
  console.error(`SKIPPED: no ${CHROMIUM ?? BROWSERS.join(', no ')}, so the page is not tested in a browser`);

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-device-scale-factor=1',
];

/** A browser and a machine that are busy. */
export const PATIENT = { timeout: 240_000 };

export const DESKTOP = { width: 1360, height: 820 };
export const PHONE = { width: 390, height: 844 };

export interface Opened {
  page: Page;
  context: BrowserContext;
  /** Errors on the console, and requests to anything but the server. */
  complaints: string[];
}

/** Started by the first test that needs it, for all tests of this worker; it ends with the worker. */
let browser: Promise<Browser> | null = null;

/** A browser context with nothing in it, as a new browser would be. What it complains about fails the test, unless the test expects it. */
export async function openBrowser(link: string, options: BrowserContextOptions = {}): Promise<Opened> {
  browser ??= chromium.launch({ executablePath: CHROMIUM ?? '', args: FLAGS });
  const context = await (
    await browser
  ).newContext({
    viewport: DESKTOP,
    colorScheme: 'light',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  const { origin } = new URL(link);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) complaints.push(`foreign request: ${request.url()}`);
  });
  await page.goto(link);
  return { page, context, complaints };
}

const SHOTS = join(ROOT, 'node_modules/.cache/hookctl/screenshots');

/** For people to look at, if they ask with `HOOKCTL_SCREENSHOTS=1`; nothing is compared. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (process.env['HOOKCTL_SCREENSHOTS'] !== '1') return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

/** Waits until it can be seen. */
export async function shows(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor({ timeout: 30_000 });
}
