/** `npm run pictures`: the pictures of README.md, as Chromium shows our own docs, in `pictures/`. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const command = join(repository, 'apps/topicmill/bin/topicmill.js');
const pictures = join(repository, 'pictures');
const SIZE = { width: 1200, height: 750 };
const QUALITY = 80;

const scratch = mkdtempSync(join(tmpdir(), 'topicmill-pictures-'));
const server = spawn(process.execPath, [command, 'serve', '--port', '0', '--json'], { cwd: repository });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  mkdirSync(pictures, { recursive: true });
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  const address = JSON.parse(await new Promise((resolve) => server.stdout.once('data', resolve))).url;
  await take(page, `${address}#/concepts/stripes`, 'viewer.webp');
  const explained = join(scratch, 'explain.html');
  const source = 'docs/start/quick-start/golden-reference.md';
  execFileSync(process.execPath, [command, 'explain', source, '--html', explained], {
    cwd: repository,
    stdio: 'ignore',
  });
  await take(page, pathToFileURL(explained).href, 'explain.webp', 'ArrowDown', 'ArrowDown');
} finally {
  await browser.close();
  server.kill();
  rmSync(scratch, { recursive: true, force: true });
}

async function take(page, address, name, ...keys) {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator('h1').first().waitFor();
  for (const key of keys) await page.keyboard.press(key);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  writeFileSync(join(pictures, name), Buffer.from(data, 'base64'));
}
