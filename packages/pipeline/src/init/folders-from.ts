/** A docs root's folder and those above it, the innermost first; `''` is the repository. */
export function foldersFrom(docsRoot: string): string[] {
  if (docsRoot === '.') return [''];
  const names = docsRoot.split('/');
  return [...names.map((_, at) => names.slice(0, names.length - at).join('/')), ''];
}
