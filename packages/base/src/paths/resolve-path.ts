/**
 * The path that a relative reference means in a folder; both with `/`, `''` being the root.
 *
 * @returns `undefined` where it leads out of the root
 */
export function resolvePath(folder: string, reference: string): string | undefined {
  const segments = segmentsOf(folder, reference);
  return segments.includes('..') ? undefined : segments.join('/');
}

/** The same as browsers resolve it: what leads out of the root goes on from the root. */
export function resolveInRoot(folder: string, reference: string): string {
  return segmentsOf(folder, reference)
    .filter((segment) => segment !== '..')
    .join('/');
}

/** Names without dot segments; one `..` remains for each step out of the root. */
function segmentsOf(folder: string, reference: string): string[] {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of reference.split('/')) {
    if (segment === '' || segment === '.') continue;
    const isStepUp = segment === '..' && segments.length > 0 && segments.at(-1) !== '..';
    if (isStepUp) segments.pop();
    else segments.push(segment);
  }
  return segments;
}
