import { type Dialect, LineKind, scanMarkdown, startsIndentedCode } from '../markdown/index.js';
import { singleSpaces } from '../white-space/index.js';
import { type Comment, findComments } from './find-comments.js';
import { findHiddenHtml } from './hidden-html.js';
import type { HiddenText } from './hidden-text.js';
import { findInvisibleCharacters } from './invisible-characters.js';
import {
  commentSpeaksToModel,
  findModelPhrase,
  hasWordsOfPhrases,
  MAY_SPEAK_TO_MODEL,
  modelPhrasesOf,
} from './model-phrases.js';

const MAY_HIDE = /(?:style\s*=|\bhidden\b|<font|<template|<!--|\{\s*\/\*|^ {0,3}\[(?:\/\/|comment|#|_)\]:)/im;
/** A title that goes on after its line. */
const LONG_TITLE = /\b(?:alt|title|aria-label)\s*=\s*(?:"[^"\n]*\n|'[^'\n]*\n)/i;
/** Found several times as fast. */
const MAY_HAVE_TITLE = /=\s*["']/;
/** Looked for in texts about models only. */
const MAY_HIDE_BY_ATTRIBUTE = /\b(?:color|size)\s*=/i;
const MAY_COMMENT = /<!--|\/\*|\]:/;
const CODE_SPAN = /(?<!`)(`{1,3})(?!`)[^\n]{1,500}?(?<!`)\1(?!`)/g;
/** What is shown when the pointer rests on a link or an image, or instead of the image: few people read it. */
const TITLES =
  /(?=["'])(?:(?<=\]\([^()\s]{0,300}\s{1,3})(?:"[^"\n]{0,600}"|'[^'\n]{0,600}')(?=\s*\))|(?<=^ {0,3}\[[^\]\n]{1,100}\]:[ \t]*\S{1,300}[ \t]+)(?:"[^"\n]{0,600}"|'[^'\n]{0,600}')(?=[ \t]*$)|(?<=<[a-z][^<>]{0,600}\s(?:alt|title|aria-label)\s*=\s*)(?:"[^"]{0,600}"|'[^']{0,600}'))/gim;
const SENTENCE = /[^.!?。！？]*(?:[.!?。！？]+["'”’»)\]*_]*|$)/gu;
/** Before an item of a list, a heading, a row of a table. */
const NEW_SENTENCE = /(?<=\n)(?=[ \t>]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\|))/;
const ROW = /^[ \t>]*\|/;
const LETTERS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };
/** A longer sentence is looked at in parts: what phrases may contain is searched to its end. */
const MAX_SENTENCE = 1000;
/** Most phrases are shorter. */
const MAX_PHRASE = 200;
/** Who writes about attacks shows them. */
const ABOUT_ATTACKS =
  /\b(?:(?:prompt|instruction|command)[- ]?inject\w*|inject(?:ed|ion|ions|ing)|jail-?break\w*|attack\w*|adversar\w*|malicious\w*|exploit\w*|phish\w*|red[- ]team\w*|payloads?|threats?|untrusted|vulnerab\w*|saniti[sz]\w*|mitigat\w*|such as|for example|for instance|e\.g|examples?|test cases?|detect\w*|classif\w*|phras(?:e|es|ing)|evaluat\w*|users? (?:may|might|can|could|who)|strings?|literal|filters?)\b/i;

/**
 * Text that people do not see, or that speaks to a model, in the order of the text. What it contains is not changed and
 * not judged further: a person should look at it. What is in code is shown as it is, and so is only looked at for
 * invisible characters.
 *
 * @param bodyOffset UTF-16 offset after byte order mark and front matter
 */
export function findHiddenText(source: string, bodyOffset: number, dialect?: Dialect): HiddenText[] {
  const text = source.startsWith('\ufeff') ? ` ${source.slice(1)}` : source;
  const found = findInvisibleCharacters(text);
  const phrases = new PossiblePhrases(text);
  const maySpeak = phrases.areInSomeParagraph();
  if (maySpeak || mayHide(text)) {
    const { shown, comments } = withoutCode(text, bodyOffset, dialect);
    found.push(...comments.filter(({ content }) => partsOf(content).some(commentSpeaksToModel)).map(commentFinding));
    found.push(...findHiddenHtml(shown));
    if (maySpeak) {
      const titles = [...shown.matchAll(TITLES)];
      found.push(...findAddresses(titles.length === 0 ? shown : shown.replace(TITLES, blanked), phrases));
      found.push(...titles.filter((title) => speaksToModel(title, phrases)).map(titleFinding));
    }
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

function mayHide(text: string): boolean {
  return MAY_HIDE.test(text) || (MAY_HIDE_BY_ATTRIBUTE.test(text) && MAY_SPEAK_TO_MODEL.test(text));
}

/** Which phrases a part of a text may contain, as it is written or with letters for digits. */
class PossiblePhrases {
  readonly #patternsIn: (start: number, end: number) => readonly RegExp[];

  constructor(private readonly text: string) {
    const spelled: string[] = [];
    const inLetters = withLetters(text, (word) => spelled.push(word));
    const isOfWords = spelled.length > 0 && hasWordsOfPhrases(spelled.join(' '));
    this.#patternsIn = modelPhrasesOf(isOfWords ? [text, inLetters] : [text]);
  }

  /** Whether one may be in a paragraph, or in a title, which can go on after a blank line. */
  areInSomeParagraph(): boolean {
    if (MAY_HAVE_TITLE.test(this.text) && LONG_TITLE.test(this.text)) return MAY_SPEAK_TO_MODEL.test(this.text);
    for (const { paragraph, index } of paragraphsOf(this.text)) {
      if (this.areInParagraph(paragraph, index)) return true;
    }
    return false;
  }

  areInParagraph(paragraph: string, start: number): boolean {
    if (this.in(start, start + paragraph.length).length === 0) return false;
    return MAY_SPEAK_TO_MODEL.test(paragraph);
  }

  /** The patterns of those between two UTF-16 offsets. */
  in(start: number, end: number): readonly RegExp[] {
    return this.#patternsIn(start, end);
  }
}

/** Parts of a long comment, which overlap; those after the first do not begin as a comment does. */
function partsOf(content: string): string[] {
  const parts = [content.slice(0, MAX_SENTENCE)];
  for (let from = MAX_SENTENCE; from < content.length; from += MAX_SENTENCE) {
    parts.push(`… ${content.slice(from - MAX_PHRASE, from + MAX_SENTENCE)}`);
  }
  return parts;
}

function commentFinding({ start, end }: Comment): HiddenText {
  return { kind: 'comment-to-model', start, end };
}

/** The text with spaces in place of code and comments, and its comments. */
function withoutCode(
  text: string,
  bodyOffset: number,
  dialect: Dialect | undefined,
): { shown: string; comments: Comment[] } {
  const { kinds, marks, starts, lineCount } = scanMarkdown(text, { bodyOffset, dialect });
  let withSpans = '';
  let copied = 0;
  let isIndented = false;
  for (let line = 0; line < lineCount; line++) {
    if (marks[line] !== 0) isIndented = startsIndentedCode(marks[line]!);
    if (kinds[line] !== LineKind.Fence && !isIndented) continue;
    const [start, end] = [starts[line]!, starts[line + 1] ?? text.length];
    withSpans += text.slice(copied, start) + blanked(text.slice(start, end));
    copied = end;
  }
  withSpans += text.slice(copied);
  const code = withSpans.replace(CODE_SPAN, blanked);
  if (!MAY_COMMENT.test(code)) return { shown: code, comments: [] };
  const comments = findComments(code);
  let shown = '';
  copied = 0;
  for (const { start, end } of comments) {
    shown += code.slice(copied, start) + blanked(code.slice(start, end));
    copied = end;
  }
  return { shown: shown + code.slice(copied), comments };
}

function blanked(text: string): string {
  if (!/[\n\r]/.test(text)) return ' '.repeat(text.length);
  return text.replace(/[^\n\r]+/g, (run) => ' '.repeat(run.length));
}

/** Runs of lines that are not blank, with the offset of each. By line ends: one pattern for it takes longer than all else. */
function* paragraphsOf(text: string): Generator<{ readonly paragraph: string; readonly index: number }> {
  let index = -1;
  for (let at = 0; at <= text.length; ) {
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const isBlank = !/\S/.test(text.slice(at, end));
    if (!isBlank && index === -1) index = at;
    if (index !== -1 && (isBlank || end === text.length)) {
      yield { paragraph: text.slice(index, isBlank ? at - 1 : end), index };
      index = -1;
    }
    at = end + 1;
  }
}

/** Sentences that speak to a model; not where somebody quotes one, or writes about such sentences. */
function findAddresses(shown: string, phrases: PossiblePhrases): HiddenText[] {
  const found: HiddenText[] = [];
  for (const { paragraph, index } of paragraphsOf(shown)) {
    if (!phrases.areInParagraph(paragraph, index)) continue;
    let before = '';
    for (const { sentence, at } of sentencesOf(paragraph)) {
      for (let from = 0; from < sentence.length; from += MAX_SENTENCE) {
        const part = sentence.slice(from, from + MAX_SENTENCE);
        const start = index + at + from;
        if (!isAddress(part, before, phrases.in(start, start + part.length))) continue;
        const blank = part.length - part.trimStart().length;
        found.push({ kind: 'speaks-to-model', start: start + blank, end: start + part.length });
      }
      before = sentence;
    }
  }
  return found;
}

function cellsOf(block: string): string[] {
  return ROW.test(block) ? block.split(/(?=\|)/) : [block];
}

/** The sentences of a paragraph, with their offsets in it. Headings, items of lists and cells of tables go without a full stop. */
function* sentencesOf(paragraph: string): Generator<{ readonly sentence: string; readonly at: number }> {
  let start = 0;
  for (const part of paragraph.split(NEW_SENTENCE).flatMap(cellsOf)) {
    for (const { 0: sentence, index } of part.matchAll(SENTENCE)) yield { sentence, at: start + index };
    start += part.length;
  }
}

/** Whether a title speaks to a model. Its quotation marks are those of the markup. */
function speaksToModel({ 0: title, index }: RegExpExecArray, phrases: PossiblePhrases): boolean {
  return MAY_SPEAK_TO_MODEL.test(title) && isAddress(title.slice(1, -1), '', phrases.in(index, index + title.length));
}

function titleFinding({ 0: title, index }: RegExpExecArray): HiddenText {
  return { kind: 'speaks-to-model', start: index, end: index + title.length };
}

/** @param patterns those that may match */
function isAddress(sentence: string, before: string, patterns: readonly RegExp[]): boolean {
  if (patterns.length === 0) return false;
  const flat = singleSpaces(sentence);
  const inLetters = withLetters(flat);
  const phrase =
    findModelPhrase(flat, patterns) ?? (inLetters === flat ? undefined : findModelPhrase(inLetters, patterns));
  if (phrase === undefined) return false;
  return (
    !isQuoted(flat, phrase.start) && !ABOUT_ATTACKS.test(flat.slice(0, phrase.start)) && !ABOUT_ATTACKS.test(before)
  );
}

/** A text in which digits that replace letters inside words are turned back into letters. */
function withLetters(text: string, onWord: (word: string) => void = () => {}): string {
  if (!/[a-z][013457]+[a-z]/i.test(text)) return text;
  return text.replace(/\b(?=\w*[a-z]{2})\w*[013457]\w*\b/gi, (written) => {
    const word = written.replace(/[013457]/g, (digit) => LETTERS[digit]!);
    onWord(word);
    return word;
  });
}

/** Whether a quotation that starts before the offset is still open there. */
function isQuoted(sentence: string, offset: number): boolean {
  const before = sentence.slice(0, offset);
  const straight = before.split('"').length - 1;
  return (
    straight % 2 === 1 ||
    isOpen(before, '“', '”') ||
    isOpen(before, '«', '»') ||
    isOpen(before, '「', '」') ||
    isOpen(before, '„', '“')
  );
}

function isOpen(text: string, opening: string, closing: string): boolean {
  return text.lastIndexOf(opening) > text.lastIndexOf(closing);
}
