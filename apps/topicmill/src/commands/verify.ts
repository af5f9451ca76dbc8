import { join } from 'node:path';
import { counted } from '@topicmill/base/cli';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { mixedLengths } from '@topicmill/embedding/embedding-cache';
import {
  findOrphanedNotes,
  findOrphans,
  orphanDiagnostics,
  orphanedNoteDiagnostics,
} from '@topicmill/pipeline/orphans';
import type { Workspace } from '@topicmill/pipeline/runner';
import { EMBEDDING_CACHE_DIRECTORY } from '@topicmill/pipeline/workspace';
import { reportCommand } from '../report/report-command.js';
import { chooseFolders, verifyFolders } from '../verify/verify-folders.js';
import { cacheFindings } from './cache-verify.js';

/** Runs `topicmill verify`; see `--help`. Returns the exit code. */
export const verify = reportCommand(
  {
    name: 'topicmill verify',
    description:
      'Proves that chunks, offsets, keywords, topic-spec.md, index.json and related.json match their sources and each other, that every link points to a file, and that nothing is left of deleted topics.',
    examples: [
      ['topicmill verify', 'every folder of the docs root'],
      ['topicmill verify cli/native-aot', 'one topic, by id or by its folder'],
      ['topicmill verify --json', 'the findings for machines'],
    ],
  },
  (program) => program.argument('[topics...]', 'ids or folders (default: all)'),
  ({ workspace, args: topics, cwd }) => {
    const folders = chooseFolders(topics, workspace, cwd);
    const orphans = topics.length === 0 ? orphansOf(workspace) : [];
    const vectors = cacheFindings(mixedLengths(join(workspace.root, EMBEDDING_CACHE_DIRECTORY)), 'error');
    const diagnostics = [...verifyFolders(folders, workspace), ...orphans, ...vectors];
    const errorCount = diagnostics.filter(({ severity }) => severity === 'error').length;
    const verdict = errorCount === 0 ? 'sound' : counted(errorCount, 'fault');
    return {
      data: { folderCount: folders.length, diagnostics },
      diagnostics,
      lines: [`${counted(folders.length, 'folder')}: ${verdict}`],
    };
  },
);

function orphansOf(workspace: Workspace): Diagnostic[] {
  return [
    ...orphanDiagnostics(findOrphans(workspace), workspace),
    ...orphanedNoteDiagnostics(findOrphanedNotes(workspace)),
  ];
}
