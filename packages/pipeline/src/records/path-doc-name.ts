import { docNameOf } from '@topicmill/chunking';

/**
 * What the ids of a document's records begin with: the id of its topic, or its path in the repository. All references
 * have one file name, and a database contains the records of all documents.
 *
 * @returns `undefined` for the topic of the docs root
 */
export function pathDocName(path: string): string | undefined {
  if (path === '') return undefined;
  return path
    .split('/')
    .map((part) => docNameOf(`${part}.md`))
    .join('/');
}
