import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { existingFolder } from '@topicmill/base/cli';
import { withOneForAll } from '@topicmill/pipeline/steps';
import { tableCommand } from '../table-command.js';
import { buildDirectly, buildWithNx, commandsOf } from './commands.js';
import { besideItsPage, drawDiagnostics, drawOfEachCode, type FoundDiagnostic } from './draw-diagnostics.js';
import { changePages } from './page-changes.js';
import {
  addressesTable,
  buildsTable,
  type ChangedPages,
  changesTable,
  codesTable,
  pagesTable,
  steadyIdsTable,
  type Tried,
} from './repository-tables.js';
import { type SteadyIds, steadyIds } from './steady-ids.js';
import { pageOf, tryRepository } from './try-repository.js';

interface RepositoriesOptions {
  readonly clones: string;
  readonly built?: string;
  readonly packed?: string;
  readonly only?: string;
  readonly draw?: string;
  readonly count: string;
  readonly perCode?: string;
  readonly seed: string;
  readonly changes?: string;
  readonly edits?: string;
}

/** Sets up and builds the repositories of a folder as they were cloned. */
export const repositories = tableCommand<RepositoriesOptions>(
  {
    name: 'npm run eval:repositories --',
    description:
      'Sets up and builds docs repositories as they were cloned, and compares the topics with the pages of their built sites.',
    examples: [
      ['npm run eval:repositories -- --clones <folder>', 'every git clone directly below the folder'],
      [
        'npm run eval:repositories -- --clones <folder> --built <folder>',
        'compared with built sites, or sitemaps, by name',
      ],
      ['npm run eval:repositories -- --clones <folder> --packed <folder>', 'with Nx and the packages installed there'],
      ['npm run eval:repositories -- --clones <folder> --draw drawn.txt', 'and 100 diagnostics next to their pages'],
      [
        'npm run eval:repositories -- --clones <folder> --changes 3 --edits 20',
        'three pages edited, renamed, deleted; 20 edited in memory',
      ],
    ],
  },
  (program) =>
    program
      .requiredOption('--clones <folder>', 'folder of git clones', existingFolder)
      .option(
        '--built <folder>',
        'folder with a built site, or its sitemap.xml, for a clone of the same name',
        existingFolder,
      )
      .option(
        '--packed <folder>',
        'folder in which topicmill, @topicmill/nx and nx are installed: build with them, with Nx',
        existingFolder,
      )
      .option('--only <names>', 'names of clones, with commas between them')
      .option('--draw <file>', 'write diagnostics drawn at random, with the lines around each, to be judged')
      .option('--count <number>', 'how many are drawn', '100')
      .option('--per-code <number>', 'how many of each code are drawn, instead of some of all')
      .option('--changes <number>', 'pages of each repository that are edited, renamed and deleted, one build for each')
      .option('--edits <number>', 'pages of each repository whose chunk ids are compared after many kinds of edit')
      .option('--seed <number>', 'which ones are drawn', '1'),
  async function* measure({ clones, built, packed, only, draw, count, perCode, seed, changes, edits }, { log }) {
    // Node finds packages that are installed in a folder above, so nothing is installed in the copies.
    const work = mkdtempSync(join(packed ?? tmpdir(), 'repositories-'));
    const commands = commandsOf(packed);
    const tried: Tried[] = [];
    const changed: ChangedPages[] = [];
    const steady: { readonly name: string; readonly ids: SteadyIds }[] = [];
    const found: FoundDiagnostic[] = [];
    try {
      for (const name of only?.split(',') ?? clonesIn(clones)) {
        log(`${name}\n`);
        const copy = join(work, name);
        const result = tryRepository(join(clones, name), copy, commands);
        tried.push({ name, result });
        found.push(...withOneForAll(result.diagnostics).map((diagnostic) => ({ repository: name, diagnostic })));
        if (edits !== undefined) steady.push({ name, ids: await steadyIds(copy, Number(edits), Number(seed)) });
      }
      if (draw !== undefined) {
        const drawn =
          perCode === undefined
            ? drawDiagnostics(found, Number(count), Number(seed))
            : drawOfEachCode(found, Number(perCode), Number(seed));
        const texts = drawn.map((each) => besideItsPage(each, pageOf(join(work, each.repository), each.diagnostic)));
        writeFileSync(draw, texts.join('\n'));
      }
      if (changes !== undefined) {
        const { topicmill, nx } = commands;
        for (const { name } of tried) {
          log(`${name}, pages changed\n`);
          const copy = join(work, name);
          const build = () => (nx === undefined ? buildDirectly(topicmill, copy) : buildWithNx(nx, copy));
          changed.push({ name, changes: changePages(copy, build, Number(changes), Number(seed)) });
        }
      }
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
    yield buildsTable(tried);
    yield codesTable(found);
    if (changes !== undefined) yield changesTable(changed);
    if (edits !== undefined) yield steadyIdsTable(steady);
    const compared = tried.filter(({ name }) => built !== undefined && existsSync(join(built, name)));
    if (built === undefined || compared.length === 0) return;
    yield pagesTable(compared, built);
    yield addressesTable(compared, built);
  },
);

function clonesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, '.git')))
    .sort();
}
