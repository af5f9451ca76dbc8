import { parseConfig } from '@topicmill/pipeline/config';
import { pageTreeOfFiles } from '@topicmill/pipeline/workspace';
import type { ProjectConfiguration } from 'nx/src/devkit-exports.js';
import { expect, it } from 'vitest';
import { inferProjects } from '../src/infer-projects.js';
import { pagePlaces } from '../src/project-places.js';

const CONFIG = 'sources: pages\nsite: { generator: none }\n';
const PAGES = ['docs/intro.md', 'docs/guide.md', 'docs/guide/clay.md', 'docs/fire/index.md', 'docs/fire/slow.md'];

/** The projects of pages, with what people wrote about some, by their roots. */
async function infer(
  notes: readonly string[] = [],
  pages = PAGES,
  yaml = CONFIG,
): Promise<ReadonlyMap<string, ProjectConfiguration>> {
  const config = parseConfig(yaml, 'topicmill.yaml');
  const files = { paths: pages, readText: async (path: string) => `# ${path}\n\nText.\n` };
  const tree = await pageTreeOfFiles(config, files, new Date(0));
  const places = pagePlaces('/nowhere', config, tree, notes);
  const sources = {
    file: ({ id }: { id: string }, path: string) => `${id}/${path}`,
    page: () => 'page',
    authored: () => '',
    names: () => [],
    config: () => 'configuration',
    toBeMade: () => 'made',
  };
  return inferProjects({ config, places, tree, engine: '1.2.3', extras: [], sources }).projects;
}

function filesetsOf(project: ProjectConfiguration): unknown[] {
  return project.targets!['index']!.inputs!.filter((input) => typeof input === 'string');
}

it('a folder of pages is a project whose root is the folder; pages of the docs root are one next to it', async () => {
  const names = [...(await infer()).values()].map(({ name, root }) => `${name} in ${root}`).sort();
  expect(names).toEqual([
    'docs in docs',
    'docs/.pages in docs/.pages',
    'docs/guide.md in docs/guide.md',
    'fire in docs/fire',
    'guide in docs/guide',
    'topicmill/_notes in topicmill',
    'topicmill/keyword-shares.md in topicmill/keyword-shares.md',
    'topics/_keywords in topics/_keywords',
  ]);
});

it('its task builds its pages, then the folder itself, and stores their states in one file', async () => {
  const { options, outputs } = (await infer()).get('docs/guide')!.targets!['index']!;
  expect(options.folders).toEqual(['guide/clay', 'guide']);
  expect(outputs).toEqual(['{workspaceRoot}/.topicmill/packs/index/topics/guide/states.br']);
  expect(options.pack).toBe('.topicmill/packs/index/topics/guide/states.br');
});

it('notes about a page are a project as soon as somebody writes them, and only their folder depends on it', async () => {
  const projects = await infer(['topicmill/intro.qa.md', 'topicmill/guide/clay.page-queries.yaml']);
  expect(projects.get('docs/.pages')!.implicitDependencies).toEqual(['topics/_keywords', 'topicmill/intro.qa.md']);
  expect(projects.get('docs/guide')!.implicitDependencies).toContain('topicmill/guide/clay.page-queries.yaml');
  expect(projects.get('docs/fire')!.implicitDependencies).toEqual(['topics/_keywords']);
  expect(projects.get('topicmill/intro.qa.md')!.targets).toBeUndefined();
});

it('what concerns all pages, notes that were removed too, affects the docs root, whose index waits for theirs', async () => {
  const root = (await infer()).get('docs')!;
  expect(root.implicitDependencies).toEqual(['topics/_keywords', 'topicmill/_notes', 'guide', 'docs/.pages', 'fire']);
  const projects = ['guide', 'docs/.pages', 'fire'];
  expect(root.targets!['index']!.dependsOn).toContainEqual({ projects, target: 'index' });
});

it('pages are inputs of the project that builds them, by which Nx knows whom an edit of a part affects', async () => {
  const projects = await infer(['topicmill/intro.qa.md']);
  expect(filesetsOf(projects.get('docs/fire')!)).toEqual([
    '{workspaceRoot}/topicmill.yaml',
    '{projectRoot}/slow.md',
    '{projectRoot}/index.md',
  ]);
  expect(filesetsOf(projects.get('docs/.pages')!)).toEqual([
    '{workspaceRoot}/topicmill.yaml',
    '{workspaceRoot}/docs/intro.md',
  ]);
});

it('a page that lies next to its folder is an input of the folder, and a project that the folder depends on', async () => {
  const guide = (await infer()).get('docs/guide')!;
  expect(filesetsOf(guide)).toContain('{workspaceRoot}/docs/guide.md');
  expect(guide.implicitDependencies).toEqual(['topics/_keywords', 'docs/guide.md']);
});

it('a second docs root in the same folder has its projects among the results, and depends on those of the folder', async () => {
  const yaml = `sources: pages
roots:
  - { name: en, docsRoot: docs, exclude: ['**/*.de.md'] }
  - { name: de, docsRoot: docs, include: ['**/*.de.md'] }
`;
  const pages = [...PAGES, ...PAGES.map((page) => page.replace('.md', '.de.md')), 'docs/intro/only.de.md'];
  const projects = await infer([], pages, yaml);
  const ofGerman = [...projects.values()].filter(({ name }) => name === 'de' || name!.startsWith('de/'));
  expect(ofGerman.map(({ name, root, implicitDependencies }) => [name, root, implicitDependencies]).sort()).toEqual([
    ['de', 'topics/de', ['topics/_keywords', 'en', 'de/fire', 'de/guide', 'de/intro']],
    ['de/fire', 'topics/de/fire', ['topics/_keywords', 'en/fire']],
    ['de/guide', 'topics/de/guide', ['topics/_keywords', 'en/guide']],
    ['de/intro', 'topics/de/intro', ['topics/_keywords', 'en']],
  ]);
});
