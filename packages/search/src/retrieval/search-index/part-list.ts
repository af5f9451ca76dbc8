/** Files of an index, each with the first thing that it contains. */
export interface NamedPart<T> {
  readonly file: string;
  readonly first: T;
}

/**
 * Files as the manifest lists them: their names, without what they end with, in one text, and the first things in another
 * list. Every page with a search loads the manifest, and compressed it is a quarter smaller than with a row for each file.
 */
export interface PartList<T> {
  readonly files: string;
  /** Of numbers: how much more each is than the one before. */
  readonly first: readonly T[];
}

/** What all names of one list end with. */
export type PartExtension = '.bin' | '.json';

export function joinNames(names: readonly string[]): string {
  return names.map((name) => name.slice(0, name.lastIndexOf('.'))).join(' ');
}

export function splitNames(text: string, extension: PartExtension): string[] {
  return text === '' ? [] : text.split(' ').map((name) => `${name}${extension}`);
}

export function textParts(parts: readonly NamedPart<string>[]): PartList<string> {
  return { files: joinNames(parts.map(({ file }) => file)), first: parts.map(({ first }) => first) };
}

export function numberParts(parts: readonly NamedPart<number>[]): PartList<number> {
  const first = parts.map((part, at) => part.first - (parts[at - 1]?.first ?? 0));
  return { files: joinNames(parts.map(({ file }) => file)), first };
}

export function readTextParts({ files, first }: PartList<string>, extension: PartExtension): NamedPart<string>[] {
  return splitNames(files, extension).map((file, at) => ({ file, first: first[at]! }));
}

export function readNumberParts({ files, first }: PartList<number>, extension: PartExtension): NamedPart<number>[] {
  let sum = 0;
  return splitNames(files, extension).map((file, at) => {
    sum += first[at]!;
    return { file, first: sum };
  });
}

/** Whether a value is such a list: as many names as first things. */
export function isPartList(value: unknown, isFirst: (first: unknown) => boolean): boolean {
  const list = value as Partial<PartList<unknown>> | undefined | null;
  if (!isNames(list?.files) || !Array.isArray(list.first)) return false;
  return list.first.every(isFirst) && splitNames(list.files, '.bin').length === list.first.length;
}

/** Whether a value is a text of names. */
export function isNames(value: unknown): value is string {
  return typeof value === 'string' && /^(?:[0-9a-f]{16}(?: [0-9a-f]{16})*)?$/.test(value);
}
