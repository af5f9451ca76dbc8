import type { Document } from 'yaml';
import { TopicmillError } from '../diagnostics/index.js';

/** What is reported of text that is not YAML; the line is given separately. */
export function yamlSyntaxMessage({ message }: { readonly message: string }): string {
  const said = (message.split('\n', 1)[0] ?? '').replace(/(?: at line \d+, column \d+)?[:.]?$/, '.');
  return `The file is not YAML: ${said}`;
}

/**
 * The values of a configuration file. The YAML library refuses aliases that would fill the memory.
 *
 * @param file path that the error names
 * @throws TopicmillError `CONFIG_UNREADABLE` for such aliases
 */
export function yamlValues(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new TopicmillError('CONFIG_UNREADABLE', `The file cannot be read: ${(cause as Error).message}.`, {
      file,
      line: 1,
      remedy: 'Write out the values of the aliases (`*name`).',
      cause,
    });
  }
}
