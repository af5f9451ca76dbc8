import { LineKind, scanLines } from '@topicmill/text/markdown';
import type { HrefOf } from './export-topic.js';

/** A code span, or the destination of an inline link or image, or of a definition at the start of a line. */
const LINK =
  /(?<ticks>`+)(?!`).*?(?<!`)\k<ticks>(?!`)|(?<before>\]\([ \t]*|^ {0,3}\[[^\]\n]+\]:[ \t]+)(?<destination><[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)/gm;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/**
 * Markdown with the relative links of a file turned so that they lead to the same places from elsewhere. Code, links
 * with a scheme, and links from the root of a server stay as they are; a link within the file leads to the file.
 *
 * @param path of the file below the docs root
 * @param hrefOf where a file of the docs root is found; paths that lead out of the docs root stay as they are
 */
export function rebaseLinks(text: string, path: string, hrefOf: HrefOf): string {
  const { kinds, starts, lineCount } = scanLines(text, 0);
  let result = '';
  let at = 0;
  while (at < lineCount) {
    const isCode = kinds[at] === LineKind.Fence;
    const from = at;
    while (at < lineCount && (kinds[at] === LineKind.Fence) === isCode) at++;
    const part = text.slice(starts[from], starts[at]);
    result += isCode ? part : rebasePart(part, path, hrefOf);
  }
  return result;
}

function rebasePart(part: string, path: string, hrefOf: HrefOf): string {
  return part.replace(LINK, (whole, ...match) => {
    const groups = match.at(-1) as { before?: string; destination?: string };
    if (groups.destination === undefined) return whole;
    const isBracketed = groups.destination.startsWith('<');
    const destination = isBracketed ? groups.destination.slice(1, -1) : groups.destination;
    const rebased = rebase(destination, path, hrefOf);
    return rebased === undefined ? whole : `${groups.before}${isBracketed ? `<${rebased}>` : rebased}`;
  });
}

function rebase(destination: string, path: string, hrefOf: HrefOf): string | undefined {
  if (destination.startsWith('/') || SCHEME.test(destination)) return undefined;
  const [, target, rest] = /^([^?#]*)(.*)$/s.exec(destination)!;
  const found = target === '' ? path : resolvePath(path, decoded(target!));
  return found === undefined ? undefined : `${hrefOf(found)}${rest}`;
}

function resolvePath(from: string, target: string): string | undefined {
  const segments = from.split('/').slice(0, -1);
  for (const segment of target.split('/')) {
    if (segment === '..' && segments.length === 0) return undefined;
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
