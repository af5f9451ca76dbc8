import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURES } from '../test/fixture-site.js';

const TOPICMILL = join(FIXTURES, '../../apps/topicmill/bin/topicmill.js');
const NODE_MODULES = join(FIXTURES, 'node_modules');
const BOX = 'topicmill-search/topicmill-search.js';
/** Scripts of the generators' own pages are inline; the box needs no more than this of a policy. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const THEME = `import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'nav-bar-content-before': () => h('topicmill-search') }),
};
`;

const SEARCH_BAR = `import { useHistory } from '@docusaurus/router';
import React, { useEffect } from 'react';

export default function SearchBar() {
  const { push } = useHistory();
  useEffect(() => {
    const go = (event) => {
      const { origin, pathname, search, hash } = new URL(event.detail.url);
      if (origin !== location.origin) return;
      event.preventDefault();
      push(pathname + search + hash);
    };
    document.addEventListener('topicmill-select', go);
    return () => document.removeEventListener('topicmill-select', go);
  }, [push]);
  return React.createElement('topicmill-search');
}
`;

const STARLIGHT_HEAD = `---
import Default from '@astrojs/starlight/components/Head.astro';
import { ClientRouter } from 'astro:transitions';
---
<Default />
<ClientRouter />
`;

const NUXT_PLUGIN = `export default defineNuxtPlugin(() => {
  const router = useRouter();
  const pathOf = ({ pathname, search, hash }) => (pathname + search + hash).slice(router.options.history.base.length);
  document.addEventListener('topicmill-select', async (event) => {
    const found = new URL(event.detail.url);
    if (found.origin !== location.origin) return;
    event.preventDefault();
    // With the query that the box has put into the address, so that Back leads to it.
    await router.replace(pathOf(location));
    await router.push(pathOf(found));
  });
});
`;

const PLACE_IN_BAR = `document
  .querySelector('.md-header__inner, .navbar > .container')
  .append(document.createElement('topicmill-search'));
`;

/** A site with the box as its page of the docs says to place it. */
interface PlacedSite {
  readonly name: string;
  /** Path that it is published below. */
  readonly base: string;
  /** Of `topicmill.yaml`. */
  readonly config: string;
  readonly command: readonly [name: string, ...parameters: readonly string[]];
  /** Where the command writes the site, if it does not take a folder; its HTML is what is searched. */
  readonly built?: string;
  /** The command is one of the system, not of `fixtures/sites`. */
  readonly isOfSystem?: true;
  /** Whether the site's own router takes what is chosen. */
  readonly hasRouter: boolean;
  readonly start: string;
  readonly found: string;
  /** What results can be kept to, and the path that their addresses then begin with. */
  readonly filters: readonly (readonly [label: string, value: string, path: RegExp])[];
  place(folder: string): void;
}

const SITES: readonly PlacedSite[] = [
  {
    name: 'vitepress',
    base: 'vp',
    config:
      'sources: pages\nroots:\n  - { name: docs, docsRoot: docs, site: { generator: vitepress, url: /vp/, srcExclude: ["internal/**"] } }\n',
    command: ['vitepress', 'build', 'docs', '--outDir'],
    hasRouter: true,
    start: 'guide/2-second.html',
    found: 'headings.html#setting-up',
    filters: [['Section', 'guide', /^\/vp\/guide\//]],
    place(folder) {
      const script = `{ src: '/vp/${BOX}', defer: '' }`;
      edit(
        join(folder, 'docs/.vitepress/config.js'),
        "base: '/vp/',",
        `base: '/vp/',\n  head: [['script', ${script}]],`,
      );
      mkdirSync(join(folder, 'docs/.vitepress/theme'));
      writeFileSync(join(folder, 'docs/.vitepress/theme/index.js'), THEME);
    },
  },
  {
    name: 'docusaurus',
    base: 'project',
    config: `sources: pages
roots:
  - { name: next, docsRoot: docs, version: next, isCurrent: true, site: { generator: docusaurus, url: /project/, routeBasePath: guide/next } }
  - { name: old, docsRoot: versioned_docs/version-1.0, version: '1.0', site: { generator: docusaurus, url: /project/, routeBasePath: guide } }
`,
    command: ['docusaurus', 'build', '--out-dir'],
    hasRouter: true,
    start: 'guide/next/headings/',
    found: 'guide/next/headings#setting-up',
    filters: [
      ['Version', '1.0', /^\/project\/guide(?!\/next)/],
      ['Section', '01-guide', /^\/project\/guide\/next\/guide/],
    ],
    place(folder) {
      edit(
        join(folder, 'docusaurus.config.js'),
        "baseUrl: '/project/',",
        `baseUrl: '/project/',\n  scripts: [{ src: '/project/${BOX}', defer: true }],`,
      );
      mkdirSync(join(folder, 'src/theme'), { recursive: true });
      writeFileSync(join(folder, 'src/theme/SearchBar.js'), SEARCH_BAR);
    },
  },
  {
    name: 'starlight',
    base: 'star',
    config: `sources: pages
roots:
  - { name: en, docsRoot: src/content/docs, locale: en, isCurrent: true, exclude: ['fr/**'], site: { generator: starlight, url: /star/ } }
`,
    command: ['astro', 'build', '--outDir'],
    hasRouter: true,
    start: 'guides/first/',
    found: 'headings/#setting-up',
    filters: [['Section', 'guides', /^\/star\/(?:guides|abs-slug)\//]],
    place(folder) {
      edit(
        join(folder, 'astro.config.mjs'),
        "title: 'Fixture',",
        `title: 'Fixture',
      head: [{ tag: 'script', attrs: { src: '/star/${BOX}', defer: true } }],
      components: { Search: './src/Search.astro', Head: './src/Head.astro' },`,
      );
      writeFileSync(join(folder, 'src/Search.astro'), '<topicmill-search></topicmill-search>\n');
      writeFileSync(join(folder, 'src/Head.astro'), STARLIGHT_HEAD);
    },
  },
  {
    name: 'nuxt',
    base: 'nuxt',
    config: 'sources: html\nsite: { generator: html, built: .output/public, url: /nuxt/ }\n',
    command: ['nuxi', 'generate'],
    built: '.output/public',
    hasRouter: true,
    start: 'guide/first/',
    found: 'reference/headings/#setting-up',
    filters: [['Section', 'guide', /^\/nuxt\/guide\//]],
    place(folder) {
      edit(
        join(folder, 'nuxt.config.js'),
        "app: { baseURL: '/nuxt/' },",
        `app: { baseURL: '/nuxt/', head: { script: [{ src: '/nuxt/${BOX}', defer: true }] } },
  vue: { compilerOptions: { isCustomElement: (tag) => tag === 'topicmill-search' } },`,
      );
      for (const layout of ['default', 'guide'])
        edit(join(folder, `layouts/${layout}.vue`), '</header>', '<topicmill-search></topicmill-search></header>');
      mkdirSync(join(folder, 'plugins'));
      writeFileSync(join(folder, 'plugins/search-box.client.js'), NUXT_PLUGIN);
    },
  },
  {
    name: 'mkdocs',
    base: 'base',
    config: 'sources: pages\nroots:\n  - { name: docs, docsRoot: docs, site: { generator: mkdocs, url: /base/ } }\n',
    command: ['mkdocs', '-q', 'build', '-d'],
    isOfSystem: true,
    hasRouter: false,
    start: 'guide/first/',
    found: 'headings/#setting-up',
    filters: [['Section', 'guide', /^\/base\/guide\//]],
    place(folder) {
      // Its colours of code are from another host.
      edit(join(folder, 'mkdocs.yml'), 'theme: mkdocs', 'theme: { name: mkdocs, highlightjs: false }');
      edit(join(folder, 'mkdocs.yml'), 'plugins: []', `plugins: []\nextra_javascript: [${BOX}, search-box.js]`);
      writeFileSync(join(folder, 'docs/search-box.js'), PLACE_IN_BAR);
    },
  },
];

const isThere = ({ isOfSystem, command }: PlacedSite): boolean =>
  isOfSystem !== true || spawnSync(command[0], ['--version']).error === undefined;

const work = mkdtempSync(join(FIXTURES, 'built-sites-'));

function edit(path: string, before: string, after: string): void {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(before)) throw new Error(`${path} has no ${before}`);
  writeFileSync(
    path,
    text.replace(before, () => after),
  );
}

/** Without what the test runner tells its own processes: a child would write into its channel. */
function run(command: string, parameters: readonly string[], cwd: string): void {
  const { NODE_CHANNEL_FD: _, NODE_CHANNEL_SERIALIZATION_MODE: __, NODE_ENV: ___, ...env } = process.env;
  const { error, status, stdout, stderr } = spawnSync(command, parameters, {
    cwd,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1', NO_UPDATE_NOTIFIER: '1', DOCUSAURUS_NO_PERSISTENT_CACHE: '1' },
  });
  if (error !== undefined || status !== 0) throw new Error(`${command}: ${error?.message ?? stdout + stderr}`);
}

function host(directory: string): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    const file = path.endsWith('/') ? `${path}index.html` : extname(path) === '' ? `${path}/index.html` : path;
    response.setHeader('content-security-policy', POLICY);
    readFile(join(directory, file)).then(
      (bytes) => response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

beforeAll(() => {
  if (!existsSync(NODE_MODULES)) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], FIXTURES);
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

describe.runIf(chromiumPath !== undefined).each(SITES.filter(isThere))(
  `the search box on $name, ${needsChromium}`,
  (site) => {
    let browser: Browser;
    let server: Server;

    beforeAll(async () => {
      const folder = join(work, site.name);
      cpSync(join(FIXTURES, site.name), folder, { recursive: true });
      site.place(folder);
      writeFileSync(join(folder, 'topicmill.yaml'), site.config);
      const [command, ...parameters] = site.command;
      const output = join(work, 'published', site.base);
      const executable = site.isOfSystem === true ? command : join(NODE_MODULES, '.bin', command);
      run(executable, site.built === undefined ? [...parameters, output] : parameters, folder);
      if (site.built !== undefined) {
        cpSync(join(folder, site.built), output, { recursive: true });
        run(process.execPath, [TOPICMILL, 'build'], folder);
      }
      run(process.execPath, [TOPICMILL, 'search-index', '--out', output], folder);
      server = await host(join(work, 'published'));
      browser = await launchChromium();
    });

    afterAll(async () => {
      await browser?.close();
      server?.closeAllConnections();
      server?.close();
    });

    it.each([
      [1280, 'light'],
      [768, 'light'],
      [390, 'dark'],
    ] as const)(
      'is in the bar, opens by a click and by Ctrl+K, fits %s px, %s, and leads by keys to a heading of the site',
      async (width, colorScheme) => {
        const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
        const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${site.base}/`;
        const faults: string[] = [];
        page.on('pageerror', ({ message }) => faults.push(message));
        page.on('console', (message) => {
          if (/Content Security Policy/.test(message.text()) && /topicmill/.test(message.text()))
            faults.push(message.text());
        });
        await page.goto(`${root}${site.start}`);
        const opener = page.locator('topicmill-search').getByRole('button', { name: 'Search' });
        await opener.waitFor();
        const isDark = await page.evaluate(
          () =>
            getComputedStyle(document.documentElement).colorScheme === 'dark' ||
            document.querySelector('html.dark') !== null,
        );
        const box = (await opener.boundingBox())!;
        expect([box.x >= 0, box.x + box.width <= width, box.y < 80]).toEqual([true, true, true]);
        if (process.env['SCREENSHOTS'] !== undefined) {
          await page.screenshot({ path: join(process.env['SCREENSHOTS'], `${site.name}-${width}-bar.png`) });
        }
        const dialog = page.locator('topicmill-search dialog[open]');
        await expect
          .poll(async () => {
            await opener.click();
            return dialog.count();
          })
          .toBe(1);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        await expect
          .poll(async () => {
            await page.keyboard.press('Control+k');
            return dialog.count();
          })
          .toBe(1);
        await page.keyboard.type('setting up');
        const first = page.getByRole('option', { name: /Setting up/ }).first();
        await first.waitFor();
        expect(await dialog.getAttribute('data-scheme')).toBe(isDark ? 'dark' : 'light');
        await page.locator('.passage:not(:empty)').first().waitFor();
        for (const option of await page.getByRole('option').all()) {
          const cut = await option.evaluate((it) => it.scrollWidth - it.clientWidth);
          expect(cut).toBeLessThanOrEqual(0);
        }
        if (process.env['SCREENSHOTS'] !== undefined) {
          await page.screenshot({ path: join(process.env['SCREENSHOTS'], `${site.name}-${width}.png`) });
        }
        await page.evaluate('document.wasHere = true');
        await page.keyboard.press('Enter');
        await page.waitForURL(`${root}${site.found}`);
        await page.getByRole('heading', { name: 'Setting up' }).first().waitFor();
        expect(await page.evaluate('document.wasHere === true')).toBe(site.hasRouter);
        await page.goBack();
        const input = page.getByRole('combobox', { name: 'Search' });
        await expect.poll(() => input.inputValue()).toBe('setting up');
        await page.locator('.option').first().click();
        await page.waitForURL(`${root}${site.found}`);
        await expect
          .poll(async () => {
            await page.keyboard.press('Control+k');
            return dialog.count();
          })
          .toBe(1);
        expect(faults).toEqual([]);
        await page.close();
      },
    );

    it('keeps its results to a version and a section by keys', async () => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${site.base}/${site.start}`);
      await page.locator('topicmill-search').getByRole('button', { name: 'Search' }).waitFor();
      for (const [label, value, path] of site.filters) {
        await page.evaluate("document.querySelector('topicmill-search').open('page')");
        await page.locator('.option').first().waitFor();
        const before = await page.locator('.option').count();
        const filter = page.getByLabel(label, { exact: true });
        await filter.focus();
        await filter.press(value[0]!);
        await expect.poll(() => filter.inputValue()).toBe(value);
        await expect.poll(() => page.locator('.list').getAttribute('aria-busy')).toBe('false');
        const addresses = await page.locator('.address').allTextContents();
        expect([label, addresses.length > 0, before > 0]).toEqual([label, true, true]);
        for (const address of addresses) expect([label, address]).toEqual([label, expect.stringMatching(path)]);
        if (process.env['SCREENSHOTS'] !== undefined) {
          await page.screenshot({ path: join(process.env['SCREENSHOTS'], `${site.name}-${label}.png`) });
        }
        await filter.selectOption({ index: 0 });
        await page.keyboard.press('Escape');
      }
      await page.close();
    });
  },
);
