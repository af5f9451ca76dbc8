import { join } from 'node:path';
import { counted, repeatedValue } from '@topicmill/base/cli';
import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { mixedLengths } from '@topicmill/embedding/embedding-cache';
import {
  findOrphanedNotes,
  findOrphans,
  orphanDiagnostics,
  orphanedNoteDiagnostics,
} from '@topicmill/pipeline/orphans';
import type { Workspace } from '@topicmill/pipeline/runner';
import { EMBEDDING_CACHE_DIRECTORY } from '@topicmill/pipeline/workspace';
import { InvalidArgumentError } from 'commander';
import { reportCommand } from '../report/report-command.js';
import { describeBuilt, type VerifyBuiltOptions, verifyBuilt } from '../verify/verify-built.js';
import { chooseFolders, verifyFolders } from '../verify/verify-folders.js';
import { cacheFindings } from './cache-verify.js';

/** Runs `topicmill verify`; see `--help`. Returns the exit code. */
export const verify = reportCommand<Partial<VerifyBuiltOptions>>(
  {
    name: 'topicmill verify',
    description:
      'Proves that chunks, offsets, keywords, topic-spec.md, index.json and related.json match their sources and each other, that every link points to a file, and that nothing is left of deleted topics. With --built, also that the HTML of the site has the address of each chunk, that each of its pages is a topic, and which of its words no chunk has.',
    examples: [
      ['topicmill verify', 'every folder of the docs root'],
      ['topicmill verify cli/native-aot', 'one topic, by id or by its folder'],
      ['topicmill verify --built dist --max-missing 1', 'compares with the HTML of the site, too'],
      ['topicmill verify --json', 'the findings for machines'],
    ],
  },
  (program) =>
    program
      .argument('[topics...]', 'ids or folders (default: all)')
      .option('--built [folder]', 'compare with the HTML of the built site (default: site.built)')
      .option(
        '--except <glob>',
        'pages of HTML that are meant to be no topics, below that folder; repeatable',
        repeatedValue,
      )
      .option('--max-missing <percent>', 'most words of the site that may be in no chunk (default: any)', percentage),
  async ({ workspace, args: topics, cwd, options: { built, ...options } }) => {
    if (built === undefined) refuseWithoutBuilt(options);
    const isWhole = topics.length === 0;
    const folders = chooseFolders(topics, workspace, cwd);
    const orphans = isWhole ? orphansOf(workspace) : [];
    const vectors = cacheFindings(mixedLengths(join(workspace.root, EMBEDDING_CACHE_DIRECTORY)), 'error');
    const site =
      built === undefined ? undefined : await verifyBuilt({ ...options, built }, folders, isWhole, workspace, cwd);
    const { diagnostics: ofSite, ...builtReport } = site ?? { diagnostics: [] };
    const diagnostics = [...verifyFolders(folders, workspace), ...orphans, ...vectors, ...ofSite];
    const errorCount = diagnostics.filter(({ severity }) => severity === 'error').length;
    const verdict = errorCount === 0 ? 'sound' : counted(errorCount, 'fault');
    return {
      data: { folderCount: folders.length, ...(site && { built: builtReport }), diagnostics },
      diagnostics,
      lines: [...(site === undefined ? [] : describeBuilt(site)), `${counted(folders.length, 'folder')}: ${verdict}`],
    };
  },
);

function refuseWithoutBuilt({ except, maxMissing }: Partial<VerifyBuiltOptions>): void {
  if (except === undefined && maxMissing === undefined) return;
  throw new TopicmillError('INVALID_OPTION', '--except and --max-missing can only be used with --built.', {
    remedy: 'Add `--built <folder>`.',
  });
}

function percentage(value: string): number {
  const number = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (number <= 100) return number / 100;
  throw new InvalidArgumentError('It must be a number from 0 to 100.');
}

function orphansOf(workspace: Workspace): Diagnostic[] {
  return [
    ...orphanDiagnostics(findOrphans(workspace), workspace),
    ...orphanedNoteDiagnostics(findOrphanedNotes(workspace)),
  ];
}
