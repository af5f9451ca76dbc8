import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { withOneForAll } from '@topicmill/pipeline/steps';
import type { Row, Table } from '../table.js';
import { byCode, type FoundDiagnostic } from './draw-diagnostics.js';
import { CHANGES, type PageChange } from './page-changes.js';
import { compareAddresses } from './published-addresses.js';
import { comparePaths, publishedPaths } from './published-paths.js';
import type { SteadyIds } from './steady-ids.js';
import type { TriedRepository } from './try-repository.js';

const SHOWN_PATHS = 8;

/** A repository by the name of its clone. */
export interface Tried {
  readonly name: string;
  readonly result: TriedRepository;
}

export function buildsTable(tried: readonly Tried[]): Table {
  return {
    title: 'Repositories as they were cloned: init --yes, build, build again',
    notes: [
      'Diagnostics are those that the end of a build tells; files are those that `git status` names.',
      'Changed again: topics that the last build changed. With Nx that is a third build, without Nx.',
    ],
    columns: [
      'generator',
      'exits',
      'topics',
      'left out',
      'diagnostics',
      's',
      's again',
      'hits',
      'changed again',
      'files',
    ],
    rows: tried.map(({ name, result }): Row => {
      const { generators, exits, topicCount, leftOutCount, buildSeconds, secondSeconds, changedAgain } = result;
      const seconds = [buildSeconds, secondSeconds].map((each) => Math.round(each * 10) / 10);
      const files = result.changedFiles.join(' ');
      const values = [
        generators.join(' '),
        exits.join(' '),
        topicCount,
        leftOutCount,
        withOneForAll(result.diagnostics).length,
      ];
      return { name, values: [...values, ...seconds, result.cacheHits, changedAgain, files] };
    }),
  };
}

export function codesTable(found: readonly FoundDiagnostic[]): Table {
  return {
    title: 'Diagnostics by code',
    notes: ['Each counts once, as at the end of a build.'],
    columns: ['diagnostics', 'repositories'],
    rows: byCode(found).map(([name, same]) => ({
      name,
      values: [same.length, new Set(same.map(({ repository }) => repository)).size],
    })),
  };
}

export function addressesTable(tried: readonly Tried[], built: string): Table {
  return {
    title: 'Addresses of chunks compared with the pages and ids of the built sites',
    notes: ['Sites of which there is only a sitemap do not count.'],
    columns: ['chunks', 'share', 'without page', 'without id'],
    rows: tried
      .filter(({ name }) => hasHtml(join(built, name)))
      .map(({ name, result }) => {
        const { checked, withoutPage, withoutId } = compareAddresses(
          join(built, name),
          result.chunkAddresses,
          result.base,
        );
        const share = 1 - (withoutPage.length + withoutId.length) / checked;
        return { name, values: [checked, `${(share * 100).toFixed(2)} %`, shown(withoutPage), shown(withoutId)] };
      }),
  };
}

function hasHtml(folder: string): boolean {
  return readdirSync(folder).includes('index.html');
}

function shown(texts: readonly string[]): string {
  return `${texts.length}${texts.length === 0 ? '' : `: ${texts.slice(0, SHOWN_PATHS).join(' ')}`}`;
}

export function pagesTable(tried: readonly Tried[], built: string): Table {
  return {
    title: 'Topics and categories compared with the pages of the built sites',
    notes: ['Pages that generators make of no file, such as 404 and lists of tags, do not count.'],
    columns: ['published', 'missing', 'not published'],
    rows: tried.map(({ name, result }) => {
      const { published, missing, extra } = comparePaths(publishedPaths(join(built, name)), result.paths, result.base);
      return { name, values: [published, shown(missing), shown(extra)] };
    }),
  };
}

/** The pages of a repository that were changed. */
export interface ChangedPages {
  readonly name: string;
  readonly changes: readonly PageChange[];
}

export function changesTable(repositories: readonly ChangedPages[]): Table {
  const highest = (values: readonly number[]): number => Math.max(...values);
  return {
    title: 'Files of results that a build wrote or removed after one change to one page',
    notes: [
      'The highest number among the pages drawn; files of pages that do not link to it, and are not above it, must not change.',
      'Tasks: those that Nx ran, of all.',
    ],
    columns: ['pages', 'exits', 'tasks', 'all tasks', "page's own", 'above', 'linking', 'others'],
    rows: repositories.flatMap(({ name, changes }) =>
      CHANGES.map((change): Row => {
        const same = changes.filter((each) => each.change === change);
        const tasks = same.flatMap((each) => each.tasks ?? []);
        const ran = tasks.length === 0 ? undefined : highest(tasks.map((each) => each.tasks - each.hits));
        const all = tasks.length === 0 ? undefined : highest(tasks.map((each) => each.tasks));
        const files = (['ownCount', 'aboveCount', 'linkingCount'] as const).map((key) =>
          highest(same.map((each) => each[key])),
        );
        const exits = [...new Set(same.map(({ exit }) => exit))].join(' ');
        const others = same.flatMap((each) => each.others.map((path) => `${each.page} -> ${path}`));
        return { name: `${name}: ${change}`, values: [same.length, exits, ran, all, ...files, shown(others)] };
      }),
    ),
  };
}

export function steadyIdsTable(repositories: readonly { readonly name: string; readonly ids: SteadyIds }[]): Table {
  return {
    title: 'Chunk ids of sections that an edit of their page leaves as they are',
    notes: ['Pages are edited in memory, each in every kind of way that changes it.'],
    columns: ['pages', 'kinds of edit', 'edits', 'untouched sections', 'with other ids'],
    rows: repositories.map(({ name, ids: { pageCount, kinds, editCount, sectionCount, changed } }) => ({
      name,
      values: [pageCount, kinds.size, editCount, sectionCount, shown(changed)],
    })),
  };
}
