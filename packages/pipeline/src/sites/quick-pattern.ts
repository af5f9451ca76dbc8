/** How many parts of a pattern may repeat without an end: what goes back over a path takes its length for each of them. */
const MAX_ENDLESS = 3;
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]?|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\)[*+{]?|[|*+?{]|[^\\[()|*+?{]+|./gs;

/**
 * Whether a regular expression of a site's configuration can be tried on any path: those of Go never go back, those of
 * JavaScript may take forever. A group that repeats contains no choice and no repetition, and at most three parts repeat
 * without an end.
 */
export function isQuickPattern(source: string): boolean {
  const groups: Group[] = [{ branches: false }];
  let endless = 0;
  for (const [token] of source.matchAll(TOKEN)) {
    const repeats = /^\)?[*+{]$/.test(token);
    if (repeats) endless++;
    if (token.startsWith('(')) groups.push({ branches: false });
    else if (token.startsWith(')') && groups.length > 1) {
      const { branches } = groups.pop()!;
      if (branches && repeats) return false;
      groups.at(-1)!.branches ||= branches || repeats;
    } else if (repeats || token === '|' || token === '?') groups.at(-1)!.branches = true;
  }
  return endless <= MAX_ENDLESS;
}

/** A group that is open, and whether a choice or repetition is in it. */
interface Group {
  branches: boolean;
}

/** Whether JavaScript can read it. */
export function isPattern(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
