import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STOP_WORD_LANGUAGES } from '@topicmill/base/config';
import { filesBelow } from '@topicmill/base/files';
import { describe, expect, test } from 'vitest';
import { findOtherLanguage } from '../../src/keywords/index.js';

const REPOSITORY = join(import.meta.dirname, '../../../..');

const GERMAN = `# Bestellungen

Eine Bestellung wird angenommen, sobald der Kunde sie bestätigt hat. Danach kann sie nicht mehr geändert werden, aber
sie lässt sich noch stornieren, wenn das Lager sie nicht schon gepackt hat. Das Lager sieht nur, was bezahlt ist. Wer
später zahlt, bekommt die Ware auch später, und zwar nach dem Tag, an dem das Geld bei uns eingegangen ist.

Wir schreiben für jede Bestellung eine Rechnung, die der Kunde in seinem Konto findet. Sollte sie dort nicht stehen, so
hat er sich mit einer anderen Adresse angemeldet. In diesem Fall hilft der Kundendienst, der unter der Nummer auf dieser
Seite zu erreichen ist. Er kann die Konten aber nur dann verbinden, wenn beide auf den gleichen Namen lauten, und er
wird immer nach dem letzten Kauf fragen, damit niemand ein fremdes Konto übernimmt.
`;

const FRENCH = `# Les commandes

Une commande est acceptée dès que le client l'a confirmée. Après cela, elle ne peut plus être modifiée, mais elle peut
encore être annulée si le dépôt ne l'a pas déjà préparée. Le dépôt ne voit que ce qui est payé. Celui qui paie plus tard
reçoit aussi son colis plus tard, et cela selon le jour où nous avons reçu l'argent.

Nous faisons pour chaque commande une facture que le client trouve dans son compte. Si elle n'y est pas, c'est qu'il est
entré avec une autre adresse. Dans ce cas, il faut appeler le service qui est au numéro de cette page. Il ne peut lier
les comptes que s'ils sont tous les deux au même nom, et il demande toujours le dernier achat pour que personne ne
prenne le compte d'un autre.
`;

const CHINESE = `# 订单

客户确认以后，订单就被接受了。在这以后，订单不能再改，但是如果仓库还没有包装，就还可以取消。仓库只能看到已经付款的订单。谁付款晚，谁收到的
货物也晚，这是按照我们收到钱的那一天来计算的。我们为每一个订单都写一张发票，客户可以在自己的账户里找到它。如果那里没有，那就是他用了别的
地址登录。在这个时候，可以打这一页上的电话，让我们的同事来帮忙。他们只有在两个账户是同一个名字的时候才能把它们合在一起。
`;

const NAMES = `# Contributors\n\n${'- Maria de la Cruz, Jan van der Berg, João da Silva, Otto von Bahr\n'.repeat(30)}`;
const OPTIONS = `# Options\n\n${Array.from({ length: 40 }, (_, i) => `- \`--a${i}\` Sets color${i} mode${i} die man den\n`).join('')}`;

describe('a text in a language other than those given is recognised', () => {
  test.each([
    ['German', GERMAN, ['eng'], ['deu']],
    ['French', FRENCH, ['eng'], ['fra']],
    ['Chinese', CHINESE, ['eng'], ['zho']],
    ['German next to French', GERMAN, ['fra', 'eng'], ['deu']],
    ['English', firstReference(), ['deu'], ['eng']],
  ])('%s', (_, text, languages, expected) => {
    const found = findOtherLanguage(text, languages, STOP_WORD_LANGUAGES);
    expect(found?.languages).toEqual(expected);
    expect(found!.share).toBeGreaterThan(found!.ownShare);
  });
});

test.each([
  ['in one of several languages given', GERMAN, ['eng', 'deu']],
  ['that is short', GERMAN.slice(0, 400), ['eng']],
  ['of names', NAMES, ['eng']],
  ['in which few words of another language come often', OPTIONS, ['eng']],
  ['that is code', `# Code\n\n\`\`\`\n${GERMAN}\n\`\`\`\n`, ['eng']],
  ['whose front matter is in another language', `---\nsummary: >\n${GERMAN.replace(/^/gm, '  ')}\n---\n# A\n`, ['eng']],
])('a text %s is not reported', (_, text, languages) => {
  expect(findOtherLanguage(text, languages, STOP_WORD_LANGUAGES)).toBeUndefined();
});

test('no English page is taken for another language: our topics, those given, and the readmes of installed packages', () => {
  const folders = [join(REPOSITORY, 'docs'), process.env['TOPICMILL_CORPORA'], join(REPOSITORY, 'node_modules')];
  const pages = folders.flatMap((folder) => (folder === undefined ? [] : englishPages(folder)));
  const mistaken = pages.filter((path) => {
    return findOtherLanguage(readFileSync(path, 'utf8'), ['eng'], STOP_WORD_LANGUAGES) !== undefined;
  });
  expect(pages.length).toBeGreaterThan(300);
  expect(mistaken).toEqual([]);
});

/** A readme with a language in its name is a translation. */
function englishPages(folder: string): string[] {
  return filesBelow(folder)
    .filter((path) => /(?:^|\/)(?:golden-reference|qa-pairs|readme|changelog)\.md$/i.test(path))
    .map((path) => join(folder, path));
}

function firstReference(): string {
  return readFileSync(join(REPOSITORY, 'docs/concepts/keywords/golden-reference.md'), 'utf8');
}

test('Latin that is written in place of a text is no language of it', () => {
  const latin = 'Et in arcadia ego sum, non est ad hoc ut sit aut qui ex eo cum illis ab urbe sed per se in ea est. ';
  const page = `# Kit\n\n${latin.repeat(6)}\n`;
  expect(findOtherLanguage(page, ['eng'], STOP_WORD_LANGUAGES)?.languages).toContain('lat');
  const filled = page.replace('# Kit\n\n', '# Kit\n\nLorem ipsum dolor sit amet. ');
  expect(findOtherLanguage(filled, ['eng'], STOP_WORD_LANGUAGES)?.languages ?? []).not.toContain('lat');
});

/** German words that are stop words, and not of English. */
const STOP_WORDS = ['aber', 'nicht', 'oder', 'sich', 'wird', 'eine', 'dem', 'auch', 'nach', 'wenn'];
/** Words of English that are stop words. */
const OWN = ['the', 'of', 'and', 'to', 'is', 'that', 'it', 'for', 'with', 'as', 'this', 'from', 'or', 'which', 'by'];

/** A text of words that are stop words of German and of English, and of others that are of neither. */
const textOf = (german: readonly string[], english: readonly string[], count: number): string => {
  const others = Array.from(
    { length: count - german.length - english.length },
    (_, at) => `kiln${'abcdefghij'[at % 10]}`,
  );
  return `${[...german, ...english, ...others].join(' ')}\n`;
};
const languagesOf = (text: string) => findOtherLanguage(text, ['eng'], STOP_WORD_LANGUAGES)?.languages;

describe('a text is in another language from so much evidence on, and not with a word less', () => {
  const german = Array.from({ length: 30 }, (_, at) => STOP_WORDS[at % 10]!);

  test.each([
    ['100 words', textOf(german, [], 100), textOf(german, [], 99)],
    ['8 % of stop words of the other', textOf(STOP_WORDS, [], 125), textOf(STOP_WORDS, [], 126)],
    [
      'ten kinds of them',
      textOf(german, [], 100),
      textOf(german.filter((word) => word !== 'aber').concat(['nicht', 'oder', 'sich']), [], 100),
    ],
    ['less than 15 % of stop words of its own', textOf(german, OWN.slice(1), 100), textOf(german, OWN, 100)],
  ])('%s', (_, enough, tooLittle) => {
    expect(languagesOf(enough)).toContain('deu');
    expect(languagesOf(tooLittle)).toBeUndefined();
  });
});
