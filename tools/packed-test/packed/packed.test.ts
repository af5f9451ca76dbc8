import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_PACKAGES } from '../../release/public-packages.mjs';
import { publishablePackages, REPOSITORY } from '../test/publishable-packages.js';
import { documentedCommands } from './documented-commands.js';
import { ScratchProject } from './scratch-project.js';
import { useLoopback } from './use-loopback.js';

const COMMANDS = PUBLIC_PACKAGES.flatMap(({ commands }) => Object.keys(commands ?? {}));
/** The release of Nx in this repository. */
const NX_VERSION = (
  JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { devDependencies: { nx: string } }
).devDependencies.nx;
const STEP_COMMANDS = ['chunking-tool', 'keyword-extractor', 'topic-spec', 'index-tool'];

const TOPICS: Readonly<Record<string, string>> = {
  'docs/cli/native-aot/golden-reference.md': reference('Native AOT', 'ahead-of-time compilation'),
  'docs/cli/native-aot/qa-pairs.md': '## Q: How is native AOT switched on?\n\nA: By a property of the project.\n',
  'docs/cli/file-based-apps/golden-reference.md': reference('File-based apps', 'single-file programs'),
  'docs/libraries/json/golden-reference.md': '# JSON\n\nReads and writes JSON.\n',
};

const { scratch, published } = useLoopback('packed');

test('every public package is packed, with its licence and the licences of what is inside', () => {
  expect(
    published()
      .tarballs.map(({ name }) => name)
      .sort(),
  ).toEqual(
    publishablePackages()
      .map(({ manifest }) => manifest.name)
      .sort(),
  );
  for (const { name, paths } of published().tarballs) {
    const notices = ['LICENSE', 'README.md', 'package.json', 'dist/THIRD-PARTY-LICENSES.txt'];
    expect(paths, name).toEqual(expect.arrayContaining(notices));
  }
});

test('what is packed is what is listed', async () => {
  const listed = published()
    .tarballs.map(
      ({ name, paths }) =>
        `${name}\n${withoutHashes(paths)
          .map((path) => `  ${path}\n`)
          .join('')}`,
    )
    .sort();
  await expect(listed.join('\n')).toMatchFileSnapshot('contents.txt');
});

/** Parts of a bundle have names that change with their content; declarations are as many as modules. */
function withoutHashes(paths: readonly string[]): string[] {
  const names = paths.map((path) =>
    path.replace(/[\w-]+-[A-Z0-9]{8}\.js$/, '*.js').replace(/^(dist\/types\/[^/]+)\/.*$/, '$1/**/*.d.ts'),
  );
  return [...new Set(names)].sort();
}

test('nothing is installed next to a package but what cannot be inside of it', () => {
  const separate = published().tarballs.map(({ name, manifest }) => [name, Object.keys(manifest.dependencies ?? {})]);
  expect(Object.fromEntries(separate)).toMatchObject({
    topicmill: ['jiti', 'tinypool'],
    '@topicmill/nx': ['tinypool'],
    '@topicmill/paginate': [],
    '@topicmill/aio-scorer': [],
    '@topicmill/chunking': ['zod'],
    '@topicmill/search': ['zod'],
    '@topicmill/embedding': ['https-proxy-agent'],
  });
});

test('an installation succeeds without SQLite, of which one release or the other works', () => {
  const store = published().tarballs.find(({ name }) => name === '@topicmill/artifact-store')!;
  expect(Object.keys(store.manifest.optionalDependencies ?? {})).toEqual([
    'better-sqlite3',
    'better-sqlite3-for-node-20',
  ]);
  expect(Object.keys(store.manifest.dependencies ?? {})).not.toContain('better-sqlite3');
});

/** What no program imports as code. */
const DATA_ENTRY_POINT = './static-embeddings/word-vectors.bin';

test('exports resolve, with types, under Node’s ES modules and under bundlers', async () => {
  for (const { name, file } of published().tarballs) {
    const tarball = new Uint8Array(readFileSync(file));
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, level: 'suggestion' });
    expect(
      messages.map((message) => formatMessage(message, pkg)),
      name,
    ).toEqual([]);
    const analysis = await checkPackage(createPackageFromTarballData(tarball));
    const problems = analysis.types === false ? [] : analysis.problems;
    expect(problems.filter(isOfModernResolution), name).toEqual([]);
  }
});

/** The packages are ES modules: how CommonJS or TypeScript's oldest resolution sees them is no matter. */
function isOfModernResolution(problem: Problem): boolean {
  if ('entrypoint' in problem && problem.entrypoint === DATA_ENTRY_POINT) return false;
  return !('resolutionKind' in problem) || ['node16-esm', 'bundler'].includes(problem.resolutionKind);
}

describe('in an empty folder without git', () => {
  let project: ScratchProject;

  beforeAll(() => {
    project = new ScratchProject(join(scratch, 'plain'), published().address);
  });

  test('the packages are installed and bring their commands', async () => {
    await install(project);
    const { devDependencies } = JSON.parse(project.read('package.json')) as { devDependencies: Record<string, string> };
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(['@topicmill/nx', 'topicmill']));
    for (const command of STEP_COMMANDS) expect(Object.keys(devDependencies)).not.toContain(`@topicmill/${command}`);
    for (const command of [...COMMANDS, 'nx']) expect(project.has(`node_modules/.bin/${command}`), command).toBe(true);
  });

  test('topicmill init makes it a docs repository', async () => {
    for (const [path, text] of Object.entries(TOPICS)) project.write(path, text);
    const refused = await project.attempt('npx', 'topicmill', 'init');
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
    await project.run('npx', 'topicmill', 'init', '--yes');
    const { devDependencies } = JSON.parse(project.read('package.json')) as { devDependencies: Record<string, string> };
    expect(devDependencies['nx']).toMatch(/^\d+\.\d+\.\d+$/);
    await project.run('npm', 'install', '--no-audit', '--no-fund');
    expect(await project.run('npx', 'topicmill', 'init', '--yes')).toContain('Everything is in place.');
    const [, schema] = /^# yaml-language-server: \$schema=(.+)$/m.exec(project.read('topicmill.yaml'))!;
    expect(JSON.parse(project.read(schema!))).toHaveProperty('properties.docsRoot');
  });

  test('nx builds all topics, and a second time takes everything from its cache', async () => {
    await buildTwice(project);
    await expectSound(project);
  });

  test('removed outputs come back', async () => {
    const before = project.read('docs/cli/native-aot/_chunks/golden-reference-0.md');
    rmSync(join(project.root, 'docs/cli/native-aot/_chunks'), { recursive: true });
    rmSync(join(project.root, 'docs/index.json'));
    await project.run('npx', 'topicmill', 'restore');
    expect(project.read('docs/cli/native-aot/_chunks/golden-reference-0.md')).toBe(before);
    await expectSound(project);
  });

  test('every command tells how it is used', async () => {
    for (const command of COMMANDS) {
      expect(await project.run('npx', command, '--help'), command).toContain('Examples:');
    }
  });

  test('the commands and options that the documentation names are there', async () => {
    const helps = new Map<string, string>();
    const helpOf = async (words: readonly string[]): Promise<string> => {
      const key = words.join(' ');
      const [command, ...subcommands] = words;
      // Started as `npx` starts it, which itself takes longer than the help, over a hundred times.
      const bin = join('node_modules/.bin', command!);
      const help = helps.get(key) ?? (await project.run(bin, ...subcommands, '--help'));
      helps.set(key, help);
      return help;
    };
    const missing: string[] = [];
    const documented = documentedCommands(COMMANDS);
    for (const { place, words, options } of documented) {
      let help = await helpOf(words.slice(0, 1));
      for (const [index, word] of words.entries()) {
        const isSubcommand = new RegExp(`^Options:.*^  ${word}(?: |$)`, 'ms').test(help.split('\nExamples:')[0]!);
        if (index === 1 && words[0] === 'topicmill' && !isSubcommand) missing.push(`${place} ${words.join(' ')}`);
        if (isSubcommand) help = await helpOf(words.slice(0, index + 1));
      }
      const unknown = options.filter((option) => !new RegExp(`${option}(?![a-z-])`).test(help));
      missing.push(...unknown.map((option) => `${place} ${words.join(' ')} ${option}`));
    }
    expect(missing).toEqual([]);
    expect(documented.length).toBeGreaterThan(200);
  });

  test('the steps by hand find nothing to change', async () => {
    const topic = 'docs/cli/native-aot';
    expect(await project.run('npx', 'chunking-tool', `${topic}/golden-reference.md`)).toContain('same output');
    for (const command of STEP_COMMANDS.slice(1)) {
      expect(await project.run('npx', command, topic), command).not.toMatch(/written|removed/);
    }
  });
});

describe('in a git repository with an Nx workspace', () => {
  let project: ScratchProject;

  beforeAll(() => {
    project = new ScratchProject(join(scratch, 'with-git'), published().address);
    project.write('package.json', JSON.stringify({ private: true, devDependencies: { nx: NX_VERSION } }));
    renameSync(join(scratch, 'plain/node_modules'), join(project.root, 'node_modules'));
  });

  test('nx add makes it a docs repository', async () => {
    await project.run('git', 'init', '--quiet');
    project.write('nx.json', '{\n  // of the project\n  "analytics": false\n}\n');
    await project.run('npx', 'nx', 'add', '@topicmill/nx');
    expect(project.has('node_modules/.bin/topicmill')).toBe(true);
    expect(project.read('nx.json')).toContain('// of the project');
    expect(project.read('nx.json')).toContain('"@topicmill/nx"');
    expect(project.has('docs/writing-a-topic/golden-reference.md')).toBe(true);
  });

  test('nx builds the example topic and what is added next to it', async () => {
    for (const [path, text] of Object.entries(TOPICS)) project.write(path, text);
    await buildTwice(project);
    await expectSound(project);
  });

  test('git sees documents and outputs, and no cache', async () => {
    const untracked = (await project.run('git', 'status', '--porcelain', '--untracked-files=all')).split('\n');
    const paths = untracked.map((line) => line.slice(3)).filter((path) => path !== '');
    expect(paths).toEqual(expect.arrayContaining(['docs/index.json', 'docs/related.json', 'topicmill.yaml']));
    expect(paths.filter((path) => !path.startsWith('docs/')).sort()).toEqual(
      ['.env', '.gitattributes', '.gitignore', 'nx.json', 'package-lock.json', 'package.json', 'topicmill.yaml'].sort(),
    );
  });
});

/** Installs the plugin, and packages with commands. */
async function install(project: ScratchProject): Promise<void> {
  const names = published()
    .tarballs.filter(({ name, manifest }) => name === '@topicmill/nx' || manifest.bin !== undefined)
    .map(({ name }) => name);
  project.write('package.json', JSON.stringify({ private: true }));
  await project.run('npm', 'install', '--no-audit', '--no-fund', '--save-dev', ...names);
}

async function buildTwice(project: ScratchProject): Promise<void> {
  const first = await project.run('npx', 'nx', 'run-many', '-t', 'index');
  expect(first).toContain('Successfully ran target index');
  const again = await project.run('npx', 'nx', 'run-many', '-t', 'index');
  expect(again).toMatch(/(\d+) out of \1 tasks/);
}

async function expectSound(project: ScratchProject): Promise<void> {
  const report = JSON.parse(await project.run('npx', 'topicmill', 'verify', '--json')) as {
    folderCount: number;
    diagnostics: readonly unknown[];
  };
  expect(report.diagnostics).toEqual([]);
  expect(report.folderCount).toBeGreaterThanOrEqual(6);
  expect(await project.run('npx', 'topicmill', 'cache', 'verify')).toMatch(/^(\d+) of \1 entries sound$/m);
}

function reference(title: string, subject: string): string {
  const section = (heading: string): string =>
    `## ${heading}\n\n${`What ${heading.toLowerCase()} means for ${subject} is told here. `.repeat(40)}\n\n`;
  return `# ${title}\n\nAll of ${subject}.\n\n${['Quick Reference', 'Use', 'Limits'].map(section).join('')}`;
}
