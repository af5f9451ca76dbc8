import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltSiteReport } from '@topicmill/pipeline/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBuiltSite } from '../src/read-built-site.js';
import { expectSameSite } from '../test/compare-sites.js';
import { type BuiltSite, computeSite, FIXTURES, fixtureNames, recordedSite } from '../test/fixture-site.js';

/** How a site is built, and where its content is in the HTML. */
interface Generator {
  /** In `fixtures/sites/node_modules/.bin`, or of the system. */
  readonly command: string;
  /** The package that has the command; `undefined` for one of the system. */
  readonly npmPackage?: string;
  readonly build: (output: string) => readonly string[];
  readonly contentClass?: string;
}

const GENERATORS: Readonly<Record<string, Generator>> = {
  docusaurus: {
    command: 'docusaurus',
    npmPackage: '@docusaurus/core',
    build: (output) => ['build', '--out-dir', output],
    contentClass: 'markdown',
  },
  vitepress: {
    command: 'vitepress',
    npmPackage: 'vitepress',
    build: (output) => ['build', 'docs', '--outDir', output],
    contentClass: 'vp-doc',
  },
  starlight: {
    command: 'astro',
    npmPackage: 'astro',
    build: (output) => ['build', '--outDir', output],
    contentClass: 'sl-markdown-content',
  },
  hugo: { command: 'hugo', build: (output) => ['--quiet', '-d', output] },
  mkdocs: {
    command: 'mkdocs',
    build: (output) => ['-q', 'build', '-d', output],
    contentClass: 'col-md-9',
  },
  eleventy: {
    command: 'eleventy',
    npmPackage: '@11ty/eleventy',
    build: (output) => [`--output=${output}`, '--quiet'],
  },
  jekyll: { command: 'jekyll', build: (output) => ['build', '-q', '-d', output] },
};

const TOPICMILL = join(FIXTURES, '../../apps/topicmill/bin/topicmill.js');
/** Share of the words of a page, of which one may be missing in any case: pages here are short. */
const MAX_MISSING = 0.005;
const NODE_MODULES = join(FIXTURES, 'node_modules');
/** Beside the packages: generators do not take a folder of packages that is a link. */
const work = mkdtempSync(join(FIXTURES, 'built-sites-'));
const isRecording = process.env['TOPICMILL_RECORD_SITES'] === '1';

beforeAll(() => {
  if (!existsSync(NODE_MODULES)) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], FIXTURES);
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Without what the test runner tells its own processes: a child would write into its channel. */
function generatorEnvironment(): NodeJS.ProcessEnv {
  const { NODE_CHANNEL_FD: _, NODE_CHANNEL_SERIALIZATION_MODE: __, NODE_ENV: ___, ...rest } = process.env;
  const quiet = { ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1', NO_UPDATE_NOTIFIER: '1' };
  return { ...rest, ...quiet, DOCUSAURUS_NO_PERSISTENT_CACHE: '1' };
}

function run(command: string, parameters: readonly string[], cwd: string): string {
  const { error, status, stdout, stderr } = spawnSync(command, parameters, {
    cwd,
    encoding: 'utf8',
    env: generatorEnvironment(),
  });
  if (error !== undefined || status !== 0)
    throw new Error(`${command} ${parameters.join(' ')}: ${error?.message ?? stdout + stderr}`);
  return stdout;
}

function isInstalled({ command, npmPackage }: Generator): boolean {
  return npmPackage !== undefined || spawnSync(command, [versionOption(command)]).error === undefined;
}

function versionOption(command: string): string {
  return command === 'hugo' ? 'version' : '--version';
}

function versionOf({ command, npmPackage }: Generator): string {
  const output =
    npmPackage === undefined
      ? run(command, [versionOption(command)], work)
      : readFileSync(join(NODE_MODULES, npmPackage, 'package.json'), 'utf8').replace(/[\s\S]*"version": /, '');
  return /\d+\.\d+\.\d+/.exec(output)?.[0] ?? '';
}

/** Folder of the HTML in that of the site. */
const OUTPUT = 'html-output';
/** Pages of which the markdown has no text, so that no chunk can have that of the HTML. */
const WITHOUT_TEXT: Readonly<Record<string, readonly string[]>> = { vitepress: ['index.html'] };

function build(name: string, generator: Generator): BuiltSite {
  const site = join(work, name);
  const output = join(site, OUTPUT);
  cpSync(join(FIXTURES, name), site, { recursive: true });
  const { command, npmPackage, contentClass } = generator;
  run(npmPackage === undefined ? command : join(NODE_MODULES, '.bin', command), generator.build(output), site);
  return { generator: `${command} ${versionOf(generator)}`, pages: readBuiltSite(output, contentClass) };
}

describe.each(fixtureNames())('%s', (name) => {
  const generator = GENERATORS[name.split('-')[0]!]!;
  const isRequired = process.env['TOPICMILL_REQUIRE_GENERATORS'] === '1';

  it.skipIf(!isInstalled(generator) && !isRequired)(`is built by ${generator.command} as its addresses say`, () => {
    const built = build(name, generator);
    if (isRecording) writeFileSync(join(FIXTURES, name, 'built.json'), `${JSON.stringify(built, undefined, 2)}\n`);
    expectSameSite(name, computeSite(name), built);
    expect(built).toEqual(recordedSite(name));
  });

  it.skipIf(!isInstalled(generator) && !isRequired)('has every address and every word by its markdown and HTML', () => {
    const site = join(work, name);
    if (!existsSync(join(site, OUTPUT))) build(name, generator);
    const topicmill = (...parameters: readonly string[]) => run(process.execPath, [TOPICMILL, ...parameters], site);
    rmSync(join(site, 'topicmill.yaml'), { force: true });
    topicmill('init', '--no-nx', '--yes');
    const config = readFileSync(join(site, 'topicmill.yaml'), 'utf8');
    writeFileSync(join(site, 'topicmill.yaml'), config.replace(/^( +)generator:.*$/gm, `$&\n$1built: ${OUTPUT}`));
    topicmill('build');
    const { stdout } = spawnSync(process.execPath, [TOPICMILL, 'verify', '--built', '--json'], { cwd: site });
    const { built } = JSON.parse(String(stdout)) as { built: BuiltSiteReport };
    expect(built.wrongAddressCount).toBe(0);
    const lacking = built.worst
      .filter(({ missing, share }) => missing > 1 && share > MAX_MISSING)
      .map(({ path }) => path);
    expect(lacking).toEqual(WITHOUT_TEXT[name] ?? []);
  });
});
