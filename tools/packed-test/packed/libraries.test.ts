import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../test/publishable-packages.js';
import { pages } from './documented-commands.js';
import { installedSize } from './installed-size.js';
import { ScratchProject } from './scratch-project.js';
import { useLoopback } from './use-loopback.js';

const MEGABYTE = 1_000_000;
/** The goal is 40 MB: what is added without being noticed is noticed here. */
const LARGEST_INSTALLATION = 30 * MEGABYTE;

const { scratch, published } = useLoopback('libraries');

test('the commands and the plugin take less than 30 MB next to Nx', async () => {
  const project = new ScratchProject(join(scratch, 'size'), published().address);
  project.write('package.json', JSON.stringify({ private: true }));
  await project.run('npm', 'install', '--no-audit', '--no-fund', '--omit=peer', 'topicmill', '@topicmill/nx');
  expect(project.has('node_modules/nx')).toBe(false);
  expect(installedSize(join(project.root, 'node_modules'))).toBeLessThan(LARGEST_INSTALLATION);
});

/** Uses each library as a program with types does. */
const PROGRAM = `import { chunk, type ChunkRecord } from '@topicmill/chunking';
import { parseMarkdown } from '@topicmill/chunking/stages';
import { loadTokenCounter } from '@topicmill/chunking/tokens';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { embedText } from '@topicmill/embedding/static-embeddings';
import { memoryLoader, openDocs } from '@topicmill/search/retrieval';
import { hammingDistance, simHash64 } from '@topicmill/search/similarity';

const text = '# Kilns\\n\\nKilns are hot.\\n';
const { chunks } = await chunk(text, { fileTitle: 'Kilns' });
const first: ChunkRecord | undefined = chunks[0];
const counter = await loadTokenCounter('o200k_base');
const vector: Float32Array = embedText(bundledWordVectors(), text);
const [embedded] = await createEmbedder('builtin', { env: {} }).embed([text]);
const near = hammingDistance(simHash64(text), simHash64('Kilns are not hot.'));
console.log([first?.originalText, counter.count(text), vector.length === embedded?.length, near, typeof openDocs(memoryLoader(new Map())), typeof parseMarkdown].join('|'));
`;

describe('a program that uses the libraries', () => {
  let project: ScratchProject;

  beforeAll(async () => {
    project = new ScratchProject(join(scratch, 'program'), published().address);
    project.write('package.json', JSON.stringify({ private: true, type: 'module' }));
    const libraries = ['@topicmill/chunking', '@topicmill/search', '@topicmill/embedding'];
    const { devDependencies } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const types = ['@typescript/native', '@types/node'].map((name) => `${name}@${devDependencies[name]}`);
    await project.run('npm', 'install', '--no-audit', '--no-fund', '--omit=peer', ...libraries, ...types);
    project.write('program.ts', PROGRAM);
  });

  test.each([
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])('compiles as %s with the resolution %s, all declarations checked', async (module, resolution) => {
    const options = ['--strict', '--target', 'es2023', '--module', module, '--moduleResolution', resolution];
    const { stdout } = await project.attempt('npx', 'tsc', ...options, '--outDir', resolution, 'program.ts');
    expect(stdout).toBe('');
  });

  test('runs', async () => {
    expect(await project.run('node', 'node16/program.js')).toMatch(
      /Kilns are hot\.\|\d+\|true\|\d+\|object\|function\n$/,
    );
  });

  test('finds what the documentation imports', async () => {
    const imports = pages().flatMap((page) => documentedImports(readFileSync(join(REPOSITORY, page), 'utf8')));
    const installed = imports.filter(({ from }) => /^@topicmill\/(?:chunking|search|embedding)/.test(from));
    const others = [...new Set(imports.filter((each) => !installed.includes(each)).map(({ from }) => from))];
    expect(others).toEqual([]);
    const lines = installed.map(
      ({ names, from }) =>
        `for (const name of ${JSON.stringify(names)}) if (!(name in (await import('${from}')))) console.log(name, '${from}');`,
    );
    project.write('imports.mjs', lines.join('\n'));
    expect(await project.run('node', 'imports.mjs')).toBe('');
    expect(installed.length).toBeGreaterThan(10);
  });
});

interface DocumentedImport {
  readonly names: readonly string[];
  readonly from: string;
}

/** Imports of our packages in a page, without types and without what needs a framework next to it. */
function documentedImports(page: string): DocumentedImport[] {
  return [...page.matchAll(/^import \{([^}]*)\} from '(@topicmill\/[^']+)'/gm)]
    .map(([, names, from]) => ({
      names: names!
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type ')),
      from: from!,
    }))
    .filter(({ from }) => !/\/(?:langchain|llamaindex)$/.test(from));
}
