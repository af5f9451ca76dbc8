/** A page of docs that are searched for words of every kind. */
export interface WordPage {
  readonly id: string;
  readonly title: string;
  /** Markdown below the title. */
  readonly text: string;
}

const text = (id: string, title: string, body: string): WordPage => ({ id, title, text: body });

/** Pages in several languages; what each is found by is in one alone. */
export const WORD_PAGES: readonly WordPage[] = [
  text('creme', 'Crème brûlée', 'On caramélise le sucre à la flamme. L’été, elle se sert froide.'),
  text('strasse', 'Straßen in Köln', 'Die Größe der Fußgängerzone hängt von der Straße ab.'),
  text('smorrebrod', 'Smørrebrød', 'Rugbrød med ål og løg spises på øen.'),
  text('lodz', 'Łódź', 'Miasto leży w środkowej Polsce, żółte tramwaje kursują co kwadrans.'),
  text('espanol', 'Configuración', 'El año pasado cambió la contraseña de la aplicación.'),
  text('olio', 'Olive', 'Il frantoio dell’azienda lavora d’inverno.'),
  text('greek', 'Οδηγός', 'Η εγκατάσταση γίνεται από τον διαχειριστή.'),
  text('russian', 'Ёлка', 'Полёт шмеля слышен весной.'),
  text('arrow', 'Short functions', 'Write `(a) => a + 1` where a value is wanted.'),
  text('logic', 'Conditions', 'The right side of `ready && start()` runs last.'),
  text('fallback', 'Fallbacks', 'Use `name ?? "nobody"` for what may be missing.'),
  text('scope', 'Namespaces', 'Write `kiln::heat` for what is inside. A `kiln::Lid` closes it.'),
  text('sql-for', 'for', 'Repeats its block.'),
  text('sql-with', 'WITH', 'Names a query before it is used. It is for long ones.'),
  text('health', 'Partners', 'The WHO publishes the figures each May.'),
  text('people', 'People', 'Ask who is on call, and who is not, for what it is.'),
  text('department', 'IT', 'The department repairs laptops.'),
  text('package', 'Packages', 'Install `@kiln/glaze-kit` and import `glaze.config.js` in it.'),
  text('camel', 'Hooks', 'Call `useKilnHeat` in a component, or `HTTPKilnClient`.'),
  text('c-sharp', 'Languages', 'Written in C# and C++.'),
];

/** What is asked, by kind, with the page that has it. */
export const WORD_QUERIES: readonly (readonly [kind: string, query: string, page: string])[] = [
  ['accents left out', 'creme brulee', 'creme'],
  ['accents', 'CRÈME', 'creme'],
  ['accents put in', 'pärtners', 'health'],
  ['accents in the text', 'caramelise', 'creme'],
  ['ß', 'strassen', 'strasse'],
  ['ß in capitals', 'STRASSE', 'strasse'],
  ['umlauts left out', 'grosse fussgangerzone', 'strasse'],
  ['ø', 'smorrebrod', 'smorrebrod'],
  ['å', 'al og log', 'smorrebrod'],
  ['ł', 'lodz', 'lodz'],
  ['ż and ó', 'zolte tramwaje', 'lodz'],
  ['ñ', 'contrasena', 'espanol'],
  ['accents of Greek', 'εγκατασταση', 'greek'],
  ['ё', 'полет', 'russian'],
  ['elisions of French', 'été', 'creme'],
  ['elisions of Italian', 'azienda', 'olio'],
  ['elisions as they are written', "l'azienda d'inverno", 'olio'],
  ['an operator', '=>', 'arrow'],
  ['an operator', '&&', 'logic'],
  ['an operator', '??', 'fallback'],
  ['an operator', '::', 'scope'],
  ['an operator among words', 'what is ?? for', 'fallback'],
  ['a stop word in capitals', 'WHO', 'health'],
  ['a stop word in capitals', 'IT', 'department'],
  ['a name with ::', 'kiln::lid', 'scope'],
  ['a name with @ and -', '@kiln/glaze-kit', 'package'],
  ['a name with .', 'glaze.config.js', 'package'],
  ['a part of a camel-case name', 'kiln heat component', 'camel'],
  ['a camel-case name in lower case', 'usekilnheat', 'camel'],
  ['a name that begins with capitals', 'http client', 'camel'],
  ['signs of names', 'C#', 'c-sharp'],
];

/** What is asked by a title of stop words: stores of texts without titles as such do not tell it. */
export const TITLE_QUERIES: readonly (readonly [query: string, page: string])[] = [
  ['for', 'sql-for'],
  ['FOR', 'sql-for'],
  ['with', 'sql-with'],
  ['WITH', 'sql-with'],
  ['it', 'department'],
];
