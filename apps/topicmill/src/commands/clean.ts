import { counted } from '@topicmill/base/cli';
import { findOrphans, removeOrphans } from '@topicmill/pipeline/orphans';
import { folderFaults } from '@topicmill/pipeline/runner';
import { reportCommand } from '../report/report-command.js';

/** Runs `topicmill clean`; see `--help`. Returns the exit code. */
export const clean = reportCommand<{ readonly dryRun?: true }>(
  {
    name: 'topicmill clean',
    description:
      'Removes what Topicmill generated for deleted topics and categories, even where a build keeps it because nothing records that it was generated there. Hand-written files stay.',
    examples: [
      ['topicmill clean --dry-run', 'list what would be removed'],
      ['topicmill clean', 'remove it'],
    ],
  },
  (program) => program.option('--dry-run', 'say what would be removed, and change nothing'),
  ({ workspace, options: { dryRun = false } }) => {
    // Whether a topic is in a folder that cannot be read is not known; its outputs stay.
    const faults = folderFaults([...workspace.tree.values()], workspace);
    const orphans = removeOrphans(findOrphans(workspace), workspace, dryRun);
    const { removed, written } = orphans;
    const diagnostics = [...faults, ...orphans.diagnostics];
    const [removes, keeps] = dryRun ? ['would remove', 'would keep'] : ['removed', 'kept'];
    return {
      data: { dryRun, removed, written, diagnostics },
      diagnostics,
      lines: [
        ...removed.map((path) => `${removes} ${path}`),
        ...written.map((path) => `${keeps} ${path}, without what Topicmill wrote into it`),
        `${removes} ${counted(removed.length, 'file')}`,
      ],
    };
  },
);
