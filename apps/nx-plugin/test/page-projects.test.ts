import { parseConfig } from '@topicmill/base/config';
import { pageTreeOfFiles } from '@topicmill/pipeline/workspace';
import type { ProjectConfiguration } from 'nx/src/devkit-exports.js';
import { expect, it } from 'vitest';
import { inferProjects } from '../src/infer-projects.js';
import { pagePlaces } from '../src/project-places.js';

const CONFIG = 'sources: pages\nsite: { generator: none }\n';
const PAGES = ['docs/intro.md', 'docs/guide.md', 'docs/guide/clay.md', 'docs/fire/index.md', 'docs/fire/slow.md'];

/** The projects of pages, with what people wrote about some, by their roots. */
async function infer(notes: readonly string[] = [], pages = PAGES): Promise<ReadonlyMap<string, ProjectConfiguration>> {
  const config = parseConfig(CONFIG, 'topicmill.yaml');
  const files = { paths: pages, readText: async (path: string) => `# ${path}\n\nText.\n` };
  const tree = await pageTreeOfFiles(config, files, new Date(0));
  const places = pagePlaces('/nowhere', config, notes);
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

it('a page is a project whose root is the page; a folder of pages is one whose root is the folder', async () => {
  const names = [...(await infer()).values()].map(({ name, root }) => `${name} in ${root}`).sort();
  expect(names).toEqual([
    'docs in docs',
    'docs/guide.md in docs/guide.md',
    'fire in docs/fire',
    'fire/slow in docs/fire/slow.md',
    'guide in docs/guide',
    'guide/clay in docs/guide/clay.md',
    'intro in docs/intro.md',
    'topicmill/_notes in topicmill',
    'topicmill/keyword-shares.md in topicmill/keyword-shares.md',
    'topics/_keywords in topics/_keywords',
  ]);
});

it('notes about a page are a project as soon as somebody writes them, and only their page depends on it', async () => {
  const projects = await infer(['topicmill/intro.qa.md', 'topicmill/guide/clay.page-queries.yaml']);
  expect(projects.get('docs/intro.md')!.implicitDependencies).toEqual(['topicmill/intro.qa.md']);
  expect(projects.get('docs/guide/clay.md')!.implicitDependencies).toEqual(['topicmill/guide/clay.page-queries.yaml']);
  expect(projects.get('docs/fire/slow.md')!.implicitDependencies).toEqual([]);
  expect(projects.get('topicmill/intro.qa.md')!.targets).toBeUndefined();
});

it('what concerns all pages, notes that were removed too, affects the docs root, whose index waits for them', async () => {
  const root = (await infer()).get('docs')!;
  expect(root.implicitDependencies).toEqual(['topics/_keywords', 'topicmill/_notes', 'guide', 'intro', 'fire']);
  expect(root.targets!['index']!.dependsOn).toContainEqual({ projects: ['guide', 'intro', 'fire'], target: 'index' });
});

it('no page has an input outside of its project, for which Nx would look at all files of the workspace', async () => {
  const projects = await infer(['topicmill/intro.qa.md']);
  expect(filesetsOf(projects.get('docs/intro.md')!)).toEqual(['{workspaceRoot}/topicmill.yaml', '{projectRoot}']);
  expect(filesetsOf(projects.get('docs/fire')!)).toEqual(['{workspaceRoot}/topicmill.yaml', '{projectRoot}/index.md']);
});

it('a page that lies beside its folder is an input of the folder, and a project that the folder depends on', async () => {
  const guide = (await infer()).get('docs/guide')!;
  expect(filesetsOf(guide)).toEqual(['{workspaceRoot}/topicmill.yaml', '{workspaceRoot}/docs/guide.md']);
  expect(guide.implicitDependencies).toEqual(['docs/guide.md', 'guide/clay']);
});
