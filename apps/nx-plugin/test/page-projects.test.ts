import type { ProjectConfiguration } from '@nx/devkit';
import { parseConfig } from '@topicmill/pipeline/config';
import { BuildRecord } from '@topicmill/pipeline/runner';
import { pageTreeOfFiles } from '@topicmill/pipeline/workspace';
import { expect, it } from 'vitest';
import { inferProjects } from '../src/infer-projects.js';
import { pagePlaces } from '../src/project-places.js';

const CONFIG = 'sources: pages\nsite: { generator: none }\n';
const PAGES = ['docs/intro.md', 'docs/guide.md', 'docs/guide/clay.md', 'docs/fire/index.md', 'docs/fire/slow.md'];

/** The projects of pages, by their roots. */
async function infer(pages = PAGES, yaml = CONFIG): Promise<ReadonlyMap<string, ProjectConfiguration>> {
  const config = parseConfig(yaml, 'topicmill.yaml');
  const files = { paths: pages, readText: async (path: string) => `# ${path}\n\nText.\n` };
  const tree = await pageTreeOfFiles(config, files, new Date(0));
  const places = pagePlaces('/nowhere', config, tree, []);
  const record = new BuildRecord('/nowhere', 'test');
  const docsRoot = { root: '/nowhere', config, tree, record, configHash: 'configuration' };
  return inferProjects({ docsRoot, places, engine: '1.2.3', extras: [], authority: 'shares' }).projects;
}

function filesetsOf(project: ProjectConfiguration): unknown[] {
  return project.namedInputs!['topicmill']!;
}

it('a folder of pages is a project whose root is the folder; pages of the docs root are one next to it', async () => {
  const names = [...(await infer()).values()].map(({ name, root }) => `${name} in ${root}`).sort();
  expect(names).toEqual(['docs in docs', 'docs/.pages in docs/.pages', 'fire in docs/fire', 'guide in docs/guide']);
});

it('its task builds its pages, then the folder itself, and stores their states in one file', async () => {
  const { metadata, outputs } = (await infer()).get('docs/guide')!.targets!['index']!;
  expect(Object.keys(JSON.parse((metadata as { sources: string }).sources))).toEqual(['guide/clay', 'guide']);
  expect(outputs).toEqual(['{workspaceRoot}/.topicmill/packs/index/topics/guide/states.br']);
});

it('the index of the docs root waits for those of its folders', async () => {
  const projects = ['guide', 'docs/.pages', 'fire'];
  const root = (await infer()).get('docs')!;
  expect(root.implicitDependencies).toEqual(projects);
  expect(root.targets!['index']!.dependsOn).toContainEqual({ projects, target: 'index' });
});

it('pages, those next to their folder and notes about them, there or not, are inputs of the project that builds them', async () => {
  const projects = await infer();
  expect(filesetsOf(projects.get('docs/fire')!)).toEqual([
    '{workspaceRoot}/topicmill.yaml',
    '{projectRoot}/slow.md',
    '{workspaceRoot}/topicmill/keyword-shares.md',
    '{projectRoot}/index.md',
    '{workspaceRoot}/topicmill/fire/*',
    '{workspaceRoot}/topicmill/fire.*',
  ]);
  expect(filesetsOf(projects.get('docs/.pages')!)).toContain('{workspaceRoot}/docs/intro.md');
  expect(filesetsOf(projects.get('docs/.pages')!)).toContain('{workspaceRoot}/topicmill/*');
  expect(filesetsOf(projects.get('docs/guide')!)).toContain('{workspaceRoot}/docs/guide.md');
});

it('a second docs root in the same folder has its projects among the results, and depends on those of the folder', async () => {
  const yaml = `sources: pages
roots:
  - { name: en, docsRoot: docs, exclude: ['**/*.de.md'] }
  - { name: de, docsRoot: docs, include: ['**/*.de.md'] }
`;
  const pages = [...PAGES, ...PAGES.map((page) => page.replace('.md', '.de.md')), 'docs/intro/only.de.md'];
  const projects = await infer(pages, yaml);
  const ofGerman = [...projects.values()].filter(({ name }) => name === 'de' || name!.startsWith('de/'));
  expect(ofGerman.map(({ name, root, implicitDependencies }) => [name, root, implicitDependencies]).sort()).toEqual([
    ['de', 'topics/de', ['en', 'de/fire', 'de/guide', 'de/intro']],
    ['de/fire', 'topics/de/fire', ['en/fire']],
    ['de/guide', 'topics/de/guide', ['en/guide']],
    ['de/intro', 'topics/de/intro', ['en']],
  ]);
});
