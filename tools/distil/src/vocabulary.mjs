import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// biome-ignore lint/style/noRestrictedImports: outside the workspaces there is no package of ours to read a command line with
import { parseArgs } from 'node:util';

/** Of the list that BERT's authors published as `vocab.txt`, uncased. */
const PUBLISHED_SHA256 = '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3';
const RESERVED = /^\[(?:unused\d+|PAD|UNK|CLS|SEP|MASK)\]$/;
const FIRST_LENGTH = 'A'.charCodeAt(0);

const { values } = parseArgs({ options: { model: { type: 'string' } } });
if (values.model === undefined) throw new Error('Give --model <folder with tokenizer.json>.');
const { model } = JSON.parse(readFileSync(join(values.model, 'tokenizer.json'), 'utf8'));
const pieces = Object.keys(model.vocab).sort((a, b) => model.vocab[a] - model.vocab[b]);
const sha256 = createHash('sha256')
  .update(`${pieces.join('\n')}\n`)
  .digest('hex');
if (sha256 !== PUBLISHED_SHA256) throw new Error(`The vocabulary is another one: SHA-256 ${sha256}.`);

const sorted = pieces.filter((piece) => !RESERVED.test(piece)).sort();
let shortened = '';
let before = '';
for (const piece of sorted) {
  let shared = 0;
  while (shared < before.length && before[shared] === piece[shared]) shared++;
  shortened += String.fromCharCode(FIRST_LENGTH + shared) + piece.slice(shared);
  before = piece;
}
const quoted = `'${shortened.replace(/[\\']/g, '\\$&')}'`;
const module = `/**
 * The pieces of BERT's uncased vocabulary (Apache License 2.0, Google), which all-MiniLM-L6-v2 has too, without those reserved for
 * models: sorted, each as a capital letter for the UTF-16 units that it shares with the one before (A: none), and the rest
 * of it. No piece has a capital letter. Made by \`tools/distil/src/vocabulary.mjs\`.
 */
export const WORDPIECE_VOCABULARY =
  ${quoted};
`;
writeFileSync(new URL('../../../packages/text/src/tokens/wordpiece-vocabulary.ts', import.meta.url), module);
