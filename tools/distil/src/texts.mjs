import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockedPackages, unpackedPackage } from './packages.mjs';

/** Most sentences of one package, so that none sets the tone. */
const MAX_SENTENCES = { markdown: 5_000, comments: 3_000, glosses: 12_000 };
const MAX_PASSAGES = 900;
/** Words of a sentence or heading. */
const SENTENCE_WORDS = [3, 25];
/** Words of a passage, its title included. */
const PASSAGE_WORDS = [40, 110];

const READ_FILES = { markdown: /\.mdx?$/, comments: /\.d\.[cm]?ts$/, glosses: /\/data\.(?:noun|verb|adj|adv)$/ };
const SKIPPED_FILES =
  /(?:^|\/)(?:node_modules|test|tests)\/|change-?log|history\.md|releases\.md|license|contributors/i;

/**
 * @typedef {object} Texts
 * @property {string[]} sentences sentences and headings
 * @property {string[]} passages a title and what follows it
 */

/**
 * The texts of all packages, each once, in the order of their hashes: the first n are a sample of all.
 *
 * @param {string} folder for unpacked packages
 * @returns {Texts}
 */
export function readTexts(folder) {
  const sentences = [];
  const passages = [];
  for (const textPackage of lockedPackages()) {
    const blocks = packageBlocks(textPackage, folder);
    sentences.push(...sample(blocks.flatMap(blockSentences), MAX_SENTENCES[textPackage.kind]));
    if (textPackage.kind !== 'glosses') passages.push(...sample(packagePassages(blocks), MAX_PASSAGES));
  }
  return { sentences: sample(sentences, Infinity), passages: sample(passages, Infinity) };
}

/** @typedef {{ isTitle: boolean, text: string }} Block */

/** @returns {Block[]} */
function packageBlocks(textPackage, folder) {
  const root = unpackedPackage(textPackage, folder);
  const { kind, under = '' } = textPackage;
  const files = readdirSync(join(root, under), { recursive: true })
    .map((file) => join(under, file).replaceAll('\\', '/'))
    .filter((file) => READ_FILES[kind].test(`/${file}`) && !SKIPPED_FILES.test(file))
    .sort();
  const read = { markdown: markdownBlocks, comments: commentBlocks, glosses: glossBlocks }[kind];
  return files.flatMap((file) => read(readFileSync(join(root, file), 'utf8')));
}

/** Headings and paragraphs of markdown, without code blocks, tables, HTML and front matter. */
function markdownBlocks(text) {
  const body = text
    .replaceAll('\r\n', '\n')
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^ *(```+|~~~+)[\s\S]*?^ *\1.*$/gm, '\n')
    .replace(/<!--[\s\S]*?-->/g, '');
  return body.split(/\n{2,}|\n(?=#{1,6} |[ \t]*(?:[-*+]|\d+\.) )|(?<=^#{1,6} .*)\n/m).flatMap((block) => {
    const line = block.replace(/\s+/g, ' ').trim();
    if (line === '' || /^(?:\||<|import |export |:::|\[.*\]:|={3}|-{3})/.test(line)) return [];
    const heading = /^#{1,6} (.*)/.exec(line);
    return [{ isTitle: heading !== null, text: plainText(heading?.[1] ?? line.replace(/^(?:[-*+>]|\d+\.) /, '')) }];
  });
}

/** Comments of declarations, each after the name of what it says something about. */
function commentBlocks(text) {
  const blocks = [];
  for (const [, comment, declaration] of text.matchAll(/\/\*\*([\s\S]*?)\*\/\s*([^\n]*)/g)) {
    const prose = comment
      .replace(/^[ \t]*\* ?/gm, '')
      .replace(/^ *(```+)[\s\S]*?^ *\1.*$/gm, '\n')
      .replace(/^@(?:example|see|internal|public|deprecated|since|default|type)[\s\S]*?(?=^@|$(?![\s\S]))/gm, '')
      .replace(/^@(?:param|returns?)\s+(?:\{.*?\}\s*)?(?:\w+)?\s*-?/gm, '\n\n')
      .replace(/\{@link\s+([^}\s|]+)[^}]*\}/g, '$1')
      .replace(/<[^>]{1,80}>/g, ' ');
    const name = /(\w+)[?!]?\s*[(:<={]/.exec(declaration)?.[1];
    if (name !== undefined) blocks.push({ isTitle: true, text: name });
    for (const paragraph of prose.split(/\n{2,}/)) {
      const line = plainText(paragraph.replace(/\s+/g, ' ').trim());
      if (line !== '') blocks.push({ isTitle: false, text: line });
    }
  }
  return blocks;
}

/** What WordNet says of words: "word: gloss", and its examples. */
function glossBlocks(text) {
  return text.split('\n').flatMap((line) => {
    const entry = /^\d{8} \d\d \w [0-9a-f]{2} (\S+) .*? \| (.*)$/.exec(line);
    if (entry === null) return [];
    const [gloss, ...examples] = entry[2].split(/;\s*"/);
    const word = entry[1].replace(/\(\w+\)$/, '').replaceAll('_', ' ');
    return [`${word}: ${gloss}`, ...examples.map((example) => example.replace(/"[\s\S]*$/, ''))].map((each) => ({
      isTitle: false,
      text: each.trim(),
    }));
  });
}

function plainText(markdown) {
  return markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<\/?[a-zA-Z][^>]*>/g, '')
    .replace(/\{#[\w-]+\}/g, '')
    .replace(/[`*]|(?<!\w)_|_(?!\w)/g, '')
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** @param {Block} block */
function blockSentences({ isTitle, text }) {
  const sentences = isTitle ? [text] : text.split(/(?<=[.!?:])\s+(?=[A-Z"'(])/);
  return sentences.filter((sentence) => isProse(sentence, SENTENCE_WORDS));
}

/** @param {Block[]} blocks */
function packagePassages(blocks) {
  const passages = [];
  let title = '';
  let words = [];
  const close = () => {
    const text = words.slice(0, PASSAGE_WORDS[1]).join(' ');
    if (isProse(text, PASSAGE_WORDS)) passages.push(text);
    words = title === '' ? [] : title.split(' ');
  };
  for (const { isTitle, text } of blocks) {
    if (isTitle) {
      close();
      title = text;
      words = title.split(' ');
      continue;
    }
    words.push(...text.split(' '));
    if (words.length >= PASSAGE_WORDS[1]) close();
  }
  close();
  return passages;
}

/** Whether a text has so many words and is mostly Latin letters. */
function isProse(text, [min, max]) {
  const words = text.split(' ').length;
  const letters = text.match(/[A-Za-z ]/g)?.length ?? 0;
  return words >= min && words <= max && letters >= 0.85 * text.length;
}

function sample(texts, size) {
  return [...new Set(texts)]
    .map((text) => ({ text, hash: createHash('sha256').update(text).digest('hex') }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, size)
    .map(({ text }) => text);
}
