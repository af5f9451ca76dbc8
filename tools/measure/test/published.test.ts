import { expect, it } from 'vitest';
import { comparePage } from '../src/published/compare-page.js';

const page = {
  shown: 'Firing\nTwo firings make a Pot.\nAsh',
  all: 'Firing\nTwo firings make a pot.\nAsh\nhidden',
  headings: [
    { text: 'Firing', ids: ['firing', 'top'] },
    { text: 'Ash ', ids: ['ash'] },
    { text: 'Ash', ids: ['ash-1'] },
    { text: 'Cones', ids: [] },
  ],
  ids: ['firing', 'top', 'ash', 'ash-1'],
};

it('words are compared as often as they are there, and headings with the ids that lead to them', () => {
  const text = {
    shown: 'Firing Two firings make hidden menu menu Ash',
    headings: [
      { text: 'Firing', ids: ['top'] },
      { text: 'Ash', ids: [] },
      { text: 'Ash', ids: ['ash-9'] },
    ],
  };
  expect(comparePage(page, text)).toEqual({
    words: 7,
    missing: ['a', 'pot'],
    added: ['menu', 'menu'],
    headings: 4,
    wrongIds: ['Ash #ash-9'],
    withoutId: ['Ash '],
    lost: ['Cones'],
  });
});
