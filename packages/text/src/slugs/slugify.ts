import GithubSlugger, { slug } from 'github-slugger';

/** GitHub's slugs of headings in one document: of equal ones, the second ends with `-1`, and so on. */
export class NumberedSlugs {
  private readonly slugger = new GithubSlugger();

  /** Keeps an id that the document itself gives from being used for a heading. */
  reserve(id: string): void {
    this.slugger.occurrences[id] ??= 0;
  }

  /** @param text a heading as its readers see it, in document order */
  slugOf(text: string): string {
    return this.slugger.slug(text);
  }
}

const ASCII_END = 128;
/** By ASCII character what github-slugger makes of it: a letter, a digit, `_` and `-` stay, a space is `-`, others go. */
const KEPT = Array.from({ length: ASCII_END }, (_, code) => String.fromCharCode(code)).map((character) =>
  character.replace(/[^\w -]/, '').replace(' ', '-'),
);
const LOWER_KEPT = KEPT.map((character) => character.toLowerCase());

/** GitHub's slug of a text, before duplicates are numbered. */
export function githubSlug(text: string, { maintainsCase = false } = {}): string {
  const kept = maintainsCase ? KEPT : LOWER_KEPT;
  let result = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // The pattern of github-slugger has thousands of ranges.
    if (code >= ASCII_END) return slug(text, maintainsCase);
    result += kept[code]!;
  }
  return result;
}

const VITEPRESS_SEPARATORS = /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g;

/** VitePress's slug: compatibility decomposition without accents, separators as single hyphens, `_` before a digit. */
export function vitepressSlug(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f\0-\x1f]/g, '');
  const joined = plain.replace(VITEPRESS_SEPARATORS, '-').replace(/^-|-$/g, '');
  return joined.replace(/^(?=\d)/, '_').toLowerCase();
}

/** The slug of markdown-it-anchor, before duplicates are numbered: white space as hyphens, in percent-encoding. */
export function markdownItAnchorSlug(text: string): string {
  return encodeURIComponent(
    text
      .replace(/\p{Surrogate}/gu, '')
      .trim()
      .toLowerCase()
      .replace(/\s+/g, '-'),
  );
}

/** How a MkDocs site makes its slugs: the default of Python-Markdown, its Unicode variant, or that of PyMdown. */
export type PythonSlugify = 'ascii' | 'unicode' | 'pymdownx';

/** The slug that Python-Markdown's table of contents gives, before duplicates are numbered; may be empty. */
export function pythonSlug(text: string, slugify: PythonSlugify, separator: string): string {
  if (slugify === 'pymdownx') {
    const kept = text
      .normalize('NFC')
      .trim()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '');
    return kept.toLowerCase().replaceAll(' ', () => separator);
  }
  const plain = slugify === 'ascii' ? text.normalize('NFKD').replace(/[^\0-\x7f]/g, '') : text;
  const kept = plain
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .trim()
    .toLowerCase();
  return kept.replace(new RegExp(`[${separator.replace(/[\]\\^-]/g, '\\$&')}\\s]+`, 'g'), () => separator);
}

/** Hugo's setting `autoHeadingIDType`. */
export type HugoIdType = 'github' | 'github-ascii' | 'blackfriday';

/** Hugo's slug, before duplicates are numbered; `heading` where nothing is left. */
export function hugoSlug(text: string, type: HugoIdType): string {
  if (type === 'blackfriday')
    return (
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{Nd}\p{No}\p{Nl}]+/gu, '-')
        .replace(/^-|-$/g, '') || 'heading'
    );
  const plain =
    type === 'github-ascii'
      ? text
          .normalize('NFD')
          .replace(/\p{Mn}/gu, '')
          .replace(/[^\0-\x7f]/g, '')
      : text;
  const kept = plain
    .trim()
    .replace(/[^\p{L}\p{Nd}_ -]/gu, '')
    .replaceAll(' ', '-');
  // Go's lower case of a character is one character.
  return lowerEach(kept.replaceAll('İ', 'i')) || 'heading';
}

/** Lower case character by character: a sigma at the end of a word is one like any other. */
function lowerEach(text: string): string {
  return Array.from(text, (character) => character.toLowerCase()).join('');
}

/** Pandoc's slug, as its Markdown makes it with typography, before duplicates are numbered; `section` where nothing is left. */
export function pandocSlug(text: string): string {
  const kept = text
    .toLowerCase()
    .replace(/-{2,3}|\.{3}/g, '')
    .replace(/[^\p{L}\p{M}\p{N}_.\s-]/gu, '');
  return (
    kept
      .trim()
      .split(/\s+/)
      .join('-')
      .replace(/^[^\p{L}]+/u, '') || 'section'
  );
}

/** mdBook's slug, before duplicates are numbered; `section` where nothing is left. */
export function mdbookSlug(text: string): string {
  const kept = text
    .trim()
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{N}_\s-]/gu, '');
  return kept.replace(/\s/g, '-') || 'section';
}

/** The slug of kramdown's GFM parser, which Jekyll uses, before duplicates are numbered. */
export function kramdownGfmSlug(text: string): string {
  return lowerEach(text)
    .replace(/[^\p{L}\p{M}\p{Nd}\p{Pc}\- \t]/gu, '')
    .replace(/[ \t]/g, '-');
}

/** The slug of kramdown's own parser, before duplicates are numbered; `section` where nothing is left. */
export function kramdownSlug(text: string): string {
  const kept = text.replace(/^[^a-zA-Z]+/gm, '').replace(/[^a-zA-Z0-9 -]/g, '');
  return kept.replaceAll(' ', '-').toLowerCase() || 'section';
}
