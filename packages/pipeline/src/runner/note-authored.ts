import type { FolderState } from './folder-state.js';
import { authoredPartName } from './read-inputs.js';
import { sourcePath } from './source-path.js';
import type { SourceRecord } from './source-record.js';
import type { FolderWork } from './target.js';
import { displayPath, type Workspace } from './workspace.js';

/**
 * Notes what people wrote in the files that steps have just written too, as the steps found it: it is the same after they
 * write. Otherwise the next run takes all these files apart before it starts, which takes longer than all else that it does then.
 */
export function noteAuthored(
  { folder, steps }: FolderWork,
  state: FolderState,
  { config }: Pick<Workspace, 'config'>,
  sources: SourceRecord,
): void {
  for (const { name, inputs } of steps) {
    for (const input of inputs) {
      if (input.kind !== 'authored') continue;
      const { glob: path } = input.file;
      const made = state.get(name);
      const text = made?.files[path];
      const hash = made?.parts?.[authoredPartName(`${displayPath(config, folder.id)}/${path}`)];
      const source = sourcePath(config, folder, path);
      if (text !== undefined && hash !== undefined && source !== undefined) sources.noteAuthored(source, text, hash);
    }
  }
}
