import { dirname, join } from 'node:path';
import { type CommandIo, canAsk, confirm, counted } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { removeEmptyFolder, removeFile, writeFileIfChanged } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import { INIT_RECORD, planUndo, type UndoneFile } from '@topicmill/pipeline/init';
import { diskView } from './disk-view.js';

/** What the user has asked of `init --undo`. */
export interface UndoOptions {
  readonly yes?: true | undefined;
  readonly dryRun?: true | undefined;
  readonly json?: true | undefined;
}

/** Takes back what `init` wrote in the current folder, after consent. */
export async function undoInit(options: UndoOptions, io: CommandIo): Promise<void> {
  const files = planUndo(diskView(io.cwd));
  if (!options.json) io.stdout.write(describeUndo(files));
  const isUndone = !options.dryRun && (await isAgreed(options, files, io));
  if (isUndone) {
    for (const { path, kind, text } of files) {
      if (kind === 'remove') {
        removeFile(join(io.cwd, path), path);
        removeEmptyFolder(dirname(join(io.cwd, path)));
      } else if (text !== undefined) writeFileIfChanged(join(io.cwd, path), text, path);
    }
    removeFile(join(io.cwd, INIT_RECORD), INIT_RECORD);
  }
  if (options.json) {
    const report = files.map(({ path, kind, kept, hiding }) => ({ path, kind, kept, hiding }));
    io.stdout.write(indentedJson({ isUndone, files: report }));
  } else if (isUndone) {
    io.stdout.write(`\nDone. ${whatIsLeft(files)}\n`);
  }
}

function whatIsLeft(files: readonly UndoneFile[]): string {
  const hidden = files.flatMap(({ hiding }) => hiding);
  return hidden.length === 0
    ? 'Caches and results of builds are left, where there are any.'
    : `Caches and results are left, and .gitignore hides them: ${hidden.join(', ')}. Delete them, then their lines, if you like.`;
}

async function isAgreed({ yes, json }: UndoOptions, files: readonly UndoneFile[], io: CommandIo): Promise<boolean> {
  if (yes) return true;
  if (json || !canAsk(io)) {
    throw new TopicmillError(
      'INVALID_OPTION',
      'These files need your confirmation before they are changed, and there is no terminal to ask at.',
      {
        remedy: 'Add --yes to change them, or --dry-run only to list them.',
      },
    );
  }
  return confirm(`\nChange ${counted(files.length, 'file')}?`, io);
}

function describeUndo(files: readonly UndoneFile[]): string {
  const width = Math.max(0, ...files.map(({ path }) => path.length));
  const lines = files.map(({ path, kind, kept, hiding }) => {
    const stays = kept.length === 0 ? '' : `  changed since, stays: ${kept.join(', ')}`;
    const hides = hiding.length === 0 ? '' : `  hides what is left, stays: ${hiding.join(', ')}`;
    return `  ${kind.padEnd(7)}  ${path.padEnd(width)}${stays}${hides}`.trimEnd();
  });
  return `${['Taking back what init wrote:', ...lines].join('\n')}\n`;
}
