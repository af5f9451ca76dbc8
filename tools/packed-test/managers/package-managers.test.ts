import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ScratchProject } from '../packed/scratch-project.js';
import { useLoopback } from '../packed/use-loopback.js';

const PAGES: Readonly<Record<string, string>> = {
  'book.toml': '[book]\ntitle = "Kilns"\n',
  'src/SUMMARY.md': '- [Intro](intro.md)\n- [Firing](guide/firing.md)\n',
  'src/intro.md': '# Intro\n\nKilns are hot. Read about [firing](guide/firing.md).\n',
  'src/guide/firing.md': '# Firing\n\nSlowly at first.\n\n## Faster\n\nTo 1250 degrees.\n',
};

/** A package manager, and what a user types with it. */
interface PackageManager {
  /** The package that brings it. */
  readonly package: string;
  readonly command: string;
  readonly add: readonly string[];
  readonly install: readonly string[];
  readonly run: readonly string[];
  /** Files that have to be there before the first command. */
  readonly files: (registry: string) => Readonly<Record<string, string>>;
  readonly variables: (registry: string) => Readonly<Record<string, string>>;
  /** Whether `nx` is run too; Yarn's Plug'n'Play has no folder of modules in which Nx would find its plugins. */
  readonly hasNx: boolean;
}

const MANAGERS: Readonly<Record<string, PackageManager>> = {
  npm: {
    package: 'npm@11.19.1',
    command: 'npm',
    add: ['install', '--save-dev', '--no-audit', '--no-fund'],
    install: ['install', '--no-audit', '--no-fund'],
    run: ['exec', '--'],
    files: () => ({}),
    variables: () => ({}),
    hasNx: true,
  },
  pnpm: {
    package: 'pnpm@12.21.0',
    command: 'pnpm',
    add: ['add', '--save-dev'],
    // It ends with an error where the scripts of a package, here Nx's, are neither allowed nor refused.
    install: ['install', '--no-frozen-lockfile', '--ignore-scripts'],
    run: ['exec'],
    files: (registry) => ({ '.npmrc': `registry=${registry}\n` }),
    variables: () => ({}),
    hasNx: true,
  },
  'Yarn, Plug’n’Play': {
    package: '@yarnpkg/cli-dist@4.18.1',
    command: 'yarn',
    add: ['add', '--dev'],
    install: ['install'],
    run: ['run'],
    files: () => ({ 'yarn.lock': '' }),
    variables: (registry) => ({
      YARN_NPM_REGISTRY_SERVER: registry.replace(/\/$/, ''),
      YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
      YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
      YARN_ENABLE_TELEMETRY: '0',
      YARN_GLOBAL_FOLDER: './.yarn/global',
    }),
    hasNx: false,
  },
  Bun: {
    package: 'bun@1.4.5',
    command: 'bun',
    add: ['add', '--dev'],
    install: ['install'],
    run: ['run'],
    files: () => ({}),
    variables: (registry) => ({ BUN_CONFIG_REGISTRY: registry }),
    hasNx: true,
  },
};

const { scratch, published } = useLoopback('managers');

describe.each(Object.entries(MANAGERS))('%s', (name, manager) => {
  let project: ScratchProject;
  let command: string;

  beforeAll(async () => {
    const tools = new ScratchProject(join(scratch, 'managers', manager.command));
    tools.write('package.json', '{"private":true}');
    await tools.run('npm', 'install', '--no-audit', '--no-fund', manager.package);
    command = join(tools.root, 'node_modules/.bin', manager.command);
    project = new ScratchProject(
      join(scratch, manager.command),
      published().address,
      manager.variables(published().address),
    );
    const files = {
      ...PAGES,
      ...manager.files(published().address),
      'package.json': '{"name":"kilns","private":true}',
    };
    for (const [path, text] of Object.entries(files)) project.write(path, text);
  });

  test('installs topicmill, which sets the repository up and builds it', async () => {
    await project.run(command, ...manager.add, 'topicmill');
    await project.run(command, ...manager.run, 'topicmill', 'init', '--yes');
    expect(await project.run(command, ...manager.run, 'topicmill', 'build')).toContain('2 topics (2 changed)');
    expect(project.has('topics/guide/firing/index.json')).toBe(true);
  });

  test.runIf(manager.hasNx)('installs the plugin, with which Nx builds the same', async () => {
    const built = project.read('topics/index.json');
    rmSync(join(project.root, 'topics'), { recursive: true });
    await project.run(command, ...manager.install);
    await project.run(command, ...manager.run, 'nx', 'run-many', '-t', 'index');
    expect(project.read('topics/index.json'), name).toBe(built);
  });
});
