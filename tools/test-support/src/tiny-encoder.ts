import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WORDS = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  'kiln',
  'glaze',
  'clay',
  'fire',
  'wheel',
  '##s',
  'the',
  'a',
  '?',
  '.',
];
/** Numbers of a row of its table. */
const MIXED = 8;

/**
 * Writes an encoder of a few kilobytes that no one trained: a table of vectors, a matrix and a curve.
 *
 * @param dimensions numbers of a vector
 */
export function writeTinyEncoder(folder: string, dimensions = 8): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.onnx'), model(dimensions));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer()));
  return folder;
}

function tokenizer(): object {
  const special = (content: string) => ({
    id: WORDS.indexOf(content),
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: WORDS.slice(0, 4).map(special),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: { type: 'BertProcessing', sep: ['[SEP]', 3], cls: ['[CLS]', 2] },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
    },
  };
}

/** `states = tanh(table[input_ids] · matrix)` as ONNX, whose messages are those of protocol buffers. */
function model(dimensions: number): Buffer {
  const table = tensor('table', [WORDS.length, MIXED], 1);
  const matrix = tensor('matrix', [MIXED, dimensions], 2);
  const nodes = [
    node('Gather', ['table', 'input_ids'], 'rows'),
    node('MatMul', ['rows', 'matrix'], 'mixed'),
    node('Tanh', ['mixed'], 'states'),
  ];
  const graph = message(
    ...nodes.map((each) => field(1, each)),
    field(2, text('tiny')),
    field(5, table),
    field(5, matrix),
    field(11, value('input_ids', INT64, ['batch', 'length'])),
    field(11, value('attention_mask', INT64, ['batch', 'length'])),
    field(12, value('states', FLOAT, ['batch', 'length', String(dimensions)])),
  );
  const operators = message(field(1, text('')), number(2, 17));
  return message(number(1, 8), field(7, graph), field(8, operators));
}

const FLOAT = 1;
const INT64 = 7;

function tensor(name: string, dimensions: readonly number[], seed: number): Buffer {
  const count = dimensions.reduce((product, each) => product * each, 1);
  const weights = Buffer.alloc(4 * count);
  let state = seed;
  for (let at = 0; at < count; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    weights.writeFloatLE(state / 2 ** 31 - 1, 4 * at);
  }
  return message(
    ...dimensions.map((each) => number(1, each)),
    number(2, FLOAT),
    field(8, text(name)),
    field(9, weights),
  );
}

function node(operator: string, inputs: readonly string[], output: string): Buffer {
  return message(...inputs.map((each) => field(1, text(each))), field(2, text(output)), field(4, text(operator)));
}

function value(name: string, type: number, dimensions: readonly string[]): Buffer {
  const shape = message(
    ...dimensions.map((each) => field(1, /^\d/.test(each) ? number(1, Number(each)) : field(2, text(each)))),
  );
  return message(field(1, text(name)), field(2, field(1, message(number(1, type), field(2, shape)))));
}

function message(...fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}

/** A field of a length. */
function field(id: number, content: Buffer): Buffer {
  return Buffer.concat([varint((id << 3) | 2), varint(content.length), content]);
}

function number(id: number, content: number): Buffer {
  return Buffer.concat([varint(id << 3), varint(content)]);
}

function varint(content: number): Buffer {
  const bytes: number[] = [];
  for (let rest = content; ; rest >>>= 7) {
    bytes.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) return Buffer.from(bytes);
  }
}

function text(content: string): Buffer {
  return Buffer.from(content);
}
