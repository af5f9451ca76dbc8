const DRIVE_LETTER = /^[a-z]:/i;
const FORBIDDEN_CHARACTER = /[/\\\u0000-\u001f\u007f]/;

/**
 * The path that a request asks for, as names below a root: decoded once, none of them empty, hidden, `.`, `..` or of more
 * than one part.
 *
 * @param target of the request line, in origin form or with scheme and host
 * @returns `[]` for `/`; `undefined` for a path that can lead nowhere
 */
export function requestPath(target: string): readonly string[] | undefined {
  const path = /^(?:https?:\/\/[^/?#]*)?(\/[^?#]*)/i.exec(target)?.[1];
  if (path === undefined) return undefined;
  if (path === '/') return [];
  const names: string[] = [];
  for (const part of path.slice(1).split('/')) {
    const name = decodedName(part);
    if (name === undefined) return undefined;
    names.push(name);
  }
  return names;
}

function decodedName(part: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(part);
  } catch {
    return undefined;
  }
  const isOneName = name !== '' && !FORBIDDEN_CHARACTER.test(name) && !DRIVE_LETTER.test(name);
  return isOneName && isShown(name) ? name : undefined;
}

/** Whether a file or folder of this name is served: not when it is hidden, nor when Windows would read the name as another. */
export function isShown(name: string): boolean {
  return !name.startsWith('.') && !/[. ]$/.test(name);
}
