/** Whether a version is older; one that is not known is taken for the newest. */
export function isVersionBefore(version: string | undefined, limit: readonly number[]): boolean {
  if (version === undefined) return false;
  const parts = version.split('.').map(Number);
  for (const [at, wanted] of limit.entries()) {
    const part = parts[at] ?? 0;
    if (part !== wanted) return part < wanted;
  }
  return false;
}
