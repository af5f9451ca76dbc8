import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CharacterClass, characterClass } from '../../src/tokens/character-class.js';

function classOf(text: string, at = 0): number {
  return characterClass(text, at, 0, text.length);
}

test('every character has the class that it has in Unicode 16', () => {
  const classes = Uint8Array.from({ length: 0x110000 }, (_, codePoint) => classOf(String.fromCodePoint(codePoint)));
  expect(createHash('sha256').update(classes).digest('hex')).toBe(
    '5278ee54e6acf3c2007624c29822f79c75bf073dfe48d32cb9f40cf28896092b',
  );
});

test('what Unicode 17 added is unassigned', () => {
  for (const character of ['\u{88f}', '\u{323b0}', '\u{33479}', '\u{11de0}']) {
    expect(classOf(character)).toBe(CharacterClass.Other);
  }
});

test('both halves of a surrogate pair have the class of the pair, one without its partner is no letter', () => {
  expect([classOf('𝐀', 0), classOf('𝐀', 1)]).toEqual([CharacterClass.LetterUpper, CharacterClass.LetterUpper]);
  expect([classOf('\ud835'), classOf('\udc00'), classOf('a\udc00', 1)]).toEqual(Array(3).fill(CharacterClass.Other));
  expect(characterClass('𝐀', 0, 0, 1)).toBe(CharacterClass.Other);
});
