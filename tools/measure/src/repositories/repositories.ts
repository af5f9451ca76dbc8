import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { existingFolder } from '@topicmill/base/cli';
import { tableCommand } from '../table-command.js';
import { commandsOf } from './commands.js';
import { addressesTable, buildsTable, codesTable, pagesTable, type Tried } from './repository-tables.js';
import { tryRepository } from './try-repository.js';

interface RepositoriesOptions {
  readonly clones: string;
  readonly built?: string;
  readonly packed?: string;
  readonly only?: string;
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
      .option('--only <names>', 'names of clones, with commas between them'),
  async function* measure({ clones, built, packed, only }, { log }) {
    // Node finds packages that are installed in a folder above, so nothing is installed in the copies.
    const work = mkdtempSync(join(packed ?? tmpdir(), 'repositories-'));
    const commands = commandsOf(packed);
    const tried: Tried[] = [];
    try {
      for (const name of only?.split(',') ?? clonesIn(clones)) {
        log(`${name}\n`);
        tried.push({ name, result: tryRepository(join(clones, name), join(work, name), commands) });
      }
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
    yield buildsTable(tried);
    yield codesTable(tried);
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
