import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A Chromium on this machine; without one the tests that need it are skipped, unless `TOPICMILL_REQUIRE_BROWSER` is 1. */
export const chromiumPath = PLACES.find((path) => path !== undefined && existsSync(path));

const MISSING = 'there is no chromium: install it, or set CHROMIUM_PATH.';

if (chromiumPath === undefined && process.env['TOPICMILL_REQUIRE_BROWSER'] === '1') {
  throw new Error(`TOPICMILL_REQUIRE_BROWSER is set, and ${MISSING}`);
}

/** For the name of a test that needs a browser. */
export const needsChromium =
  chromiumPath === undefined ? 'skipped: there is no chromium; set CHROMIUM_PATH' : 'in chromium';

/** @throws Error when there is no Chromium on this machine */
export async function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(`A browser is needed, and ${MISSING}`);
  return chromium.launch({ executablePath: chromiumPath, chromiumSandbox: false, args: ['--disable-gpu'] });
}
