import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { callTool } from '@topicmill/test-support/call-tool';
import type { FileFolder } from '@topicmill/test-support/file-folder';
import { beforeAll, describe, expect, test } from 'vitest';
import { ScratchProject } from '../packed/scratch-project.js';
import { useLoopback } from '../packed/use-loopback.js';
import { REPOSITORY } from '../test/publishable-packages.js';

/** Releases to try in addition to the Node that runs this: `TOPICMILL_NODE_VERSIONS=22.14.0,26`. */
const VERSIONS = (process.env['TOPICMILL_NODE_VERSIONS'] ?? '22.23.3,24.21.0').split(',');
/** npm's package with the binary of Node for this system; unlike `node`, it needs no install script. */
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const DOCS: Readonly<Record<string, string>> = {
  'topicmill.yaml': 'docsRoot: docs\n',
  'docs/pottery/kilns/golden-reference.md': `# Kilns\n\nKilns are hot.\n\n${section('Firing')}${section('Cooling')}`,
  'docs/pottery/kilns/qa-pairs.md': '## Q: How hot is a kiln?\n\nA: Up to 1250 degrees.\n',
  'docs/pottery/clay/golden-reference.md': `# Clay\n\nStoneware, see [kilns](../kilns/golden-reference.md).\n\n${section('Porcelain')}`,
};
/** With a line end of Unicode, at which not every reader of lines ends one. */
const NOTES = {
  'notes/tea.md': '# Tea\n\nGreen tea\u2028is brewed at 80 degrees.\n',
  'notes/crane.md': '# Crane\n\nIt lifts.\n',
};

const { scratch, published } = useLoopback('node-versions');
let here: FileFolder;

/** The same with the Node that runs this, and the packages of this repository. */
beforeAll(() => {
  here = new ScratchProject(join(scratch, 'here'));
  for (const [path, text] of Object.entries({ ...DOCS, ...NOTES })) here.write(path, text);
  ownCommand('topicmill', 'build');
  ownCommand('artifact-store', 'ingest', 'notes');
});

describe.each(VERSIONS)('with Node %s', (version) => {
  let project: ScratchProject;
  let environment: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const node = new ScratchProject(join(scratch, `node-${version}`));
    node.write('package.json', JSON.stringify({ private: true }));
    await node.run('npm', 'install', '--no-audit', '--no-fund', `${NODE_PACKAGE}@${version}`);
    const folder = join(node.root, 'node_modules', NODE_PACKAGE, process.platform === 'win32' ? '' : 'bin');
    environment = { PATH: `${folder}${delimiter}${process.env['PATH']}` };
    project = new ScratchProject(join(scratch, `with-${version}`), published().address, environment);
    for (const [path, text] of Object.entries({ ...DOCS, ...NOTES })) project.write(path, text);
    project.write('package.json', JSON.stringify({ private: true }));
    // Scripts would compile the SQLite of another Node.
    const install = [
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      'topicmill',
      '@topicmill/artifact-store',
    ];
    await project.run('npm', ...install);
  });

  test('it is the Node that runs the commands', async () => {
    expect((await project.run('node', '--version')).trim()).toMatch(`v${version}`);
  });

  test('docs are built to the same bytes, and searched', async () => {
    await project.run('npx', 'topicmill', 'build');
    expect(project.files('docs')).toEqual(here.files('docs'));
    expect(await project.run('npx', 'topicmill', 'query', 'how hot is a kiln')).toBe(
      ownCommand('topicmill', 'query', 'how hot is a kiln'),
    );
  });

  test('a store is filled, exported and imported, and its process ends as it should', async () => {
    expect(await project.run('npx', 'artifact-store', 'ingest', 'notes')).toContain('2 new');
    await project.run('npx', 'artifact-store', 'export', '--out', 'all.jsonl');
    expect(await project.run('npx', 'artifact-store', 'import', 'all.jsonl', '--store', 'other.sqlite')).toContain(
      '2 new',
    );
    expect(await project.run('npx', 'artifact-store', 'verify', '--store', 'other.sqlite')).toContain('2');
  });

  test('each Node finds in the store of the other what the other finds', async () => {
    const question = ['search', 'brewing tea', '--json'];
    const found = await project.run('npx', 'artifact-store', ...question);
    expect(found).toContain('notes/tea.md');
    expect(ownCommand('artifact-store', ...question, '--store', project.path('artifacts.sqlite'))).toBe(found);
    expect(await project.run('npx', 'artifact-store', ...question, '--store', here.path('artifacts.sqlite'))).toBe(
      ownCommand('artifact-store', ...question),
    );
  });

  test('a client of MCP searches the store', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const [command, ...args] = ['npx', 'artifact-store', 'mcp'];
    await client.connect(
      new StdioClientTransport({
        command: command!,
        args,
        cwd: project.root,
        env: environment as Record<string, string>,
      }),
    );
    const { text, isError } = await callTool(client, 'artifact_search', { query: 'brewing tea' });
    await client.close();
    expect([isError, text]).toEqual([false, expect.stringContaining('80 degrees')]);
  });
});

/** Runs a command of this repository with the Node that runs this. */
function ownCommand(name: string, ...args: readonly string[]): string {
  const bin = join(REPOSITORY, 'apps', name, 'bin', `${name}.js`);
  return execFileSync(process.execPath, [bin, ...args], { cwd: here.root, encoding: 'utf8' });
}

function section(heading: string): string {
  return `## ${heading}\n\n${`What ${heading.toLowerCase()} means is told here. `.repeat(60)}\n\n`;
}
