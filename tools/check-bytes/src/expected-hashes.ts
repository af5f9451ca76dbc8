/** What one output has to be. Hashes are SHA-256 in hex; without one the file does not exist. */
export interface ExpectedOutput {
  /** When the list was first recorded. It is never updated. */
  readonly recorded: string | undefined;
  readonly current: string | undefined;
}

/** Expected outputs by path. */
export type ExpectedHashes = ReadonlyMap<string, ExpectedOutput>;

const ABSENT = '-';
const SAME = '=';

/**
 * Reads a list: a line for each output with its hash when the list was recorded, its hash now and its path.
 *
 * @throws Error with the first line that has another form
 */
export function parseExpectedHashes(text: string): ExpectedHashes {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, recorded, current, path] = /^([0-9a-f]{64}|-) ([0-9a-f]{64}|[=-]) (.+)$/.exec(line) ?? [];
      if (recorded === undefined || path === undefined) throw new Error(`Not a line of a hash list: ${line}`);
      const first = recorded === ABSENT ? undefined : recorded;
      return [path, { recorded: first, current: current === SAME ? first : current === ABSENT ? undefined : current }];
    }),
  );
}

/** The text of a list, with the paths in order. */
export function formatExpectedHashes(hashes: ExpectedHashes, heading: string): string {
  const paths = [...hashes.keys()].sort();
  const lines = paths.map((path) => {
    const { recorded = ABSENT, current = ABSENT } = hashes.get(path)!;
    return `${recorded} ${current === recorded ? SAME : current} ${path}\n`;
  });
  return `# ${heading}\n# Columns: SHA-256 when recorded, SHA-256 now (= the same, - no such file), path.\n${lines.join('')}`;
}

/** The list after outputs were looked at and found right. Outputs that a list has never had count as new. */
export function updateExpectedHashes(
  known: ExpectedHashes | undefined,
  made: ReadonlyMap<string, string>,
): ExpectedHashes {
  const paths = new Set([...(known?.keys() ?? []), ...made.keys()]);
  const updated = [...paths].map((path): [string, ExpectedOutput] => {
    const current = made.get(path);
    return [path, { recorded: known === undefined ? current : known.get(path)?.recorded, current }];
  });
  return new Map(updated.filter(([, { recorded, current }]) => recorded !== undefined || current !== undefined));
}
