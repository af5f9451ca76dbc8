import { STOP_WORD_LANGUAGES } from '@topicmill/base/config';
import { analyzeText } from '@topicmill/search/retrieval';
import { shortHashHex } from '@topicmill/text/hashes';
import { findHiddenText } from '@topicmill/text/hidden-text';
import { languageOfScript } from '@topicmill/text/scripts';
import { stopWordsOf } from '@topicmill/text/stop-words';
import { oneLine } from '@topicmill/text/white-space';
import { lowerCase, WORD } from '@topicmill/text/words';
import type { QuestionFingerprint } from '@topicmill/topics/formats';
import { hammingDistance, simHash64 } from '@topicmill/topics/similarity';

/** Questions for one chunk at most. */
export const MAX_QUESTIONS = 10;
/** UTF-16 units of a question. */
export const MAX_QUESTION_LENGTH = 200;

/** Why a question is not kept, by the name that reports give it. */
const QUESTION_FAULTS = {
  empty: 'It has no words.',
  'too-long': `It is longer than ${MAX_QUESTION_LENGTH} characters.`,
  'hidden-text': 'It contains characters that nobody sees.',
  markup: 'It contains a link, an address or markup.',
  instruction: 'It tells a model what to do.',
  'not-a-question': 'It does not end as a question does.',
  'says-nothing': 'It has fewer than two words that say what it is about.',
  'other-language': 'It is not in the language of the document.',
  'repeats-text': 'It repeats the text of its chunk.',
  deleted: 'It was deleted, changed or dropped.',
  duplicate: 'The document has it already.',
  'not-opening':
    'Its chunk does not open the page: only the one that is listed with page_questions has questions about all of it.',
  'too-many': `A chunk has at most ${MAX_QUESTIONS} questions.`,
} as const;

export type QuestionFault = keyof typeof QUESTION_FAULTS;

/** What is wrong with a question. */
interface QuestionVerdict {
  readonly reason: QuestionFault;
  readonly message: string;
}

/** A fault as it is reported. */
export function faultVerdict(reason: QuestionFault): QuestionVerdict {
  return { reason, message: QUESTION_FAULTS[reason] };
}

/** A question that a document has. */
export interface HeldQuestion {
  readonly text: string;
  /** What has it, at the start of a sentence. */
  readonly holder: string;
  /** How it gets to another chunk, as a sentence. */
  readonly hint?: string | undefined;
}

/** What a question is held against. */
export interface QuestionContext {
  /** Text of its chunk. */
  readonly text: string;
  /** ISO 639-3 codes of the languages of the document. */
  readonly languages: readonly string[];
  /** The questions that the document has. */
  readonly held: readonly HeldQuestion[];
  /** Of those that people deleted or changed. */
  readonly deleted: readonly QuestionFingerprint[];
}

/** As many words in a row that the text has too are copied. */
const COPIED_WORDS = 8;
/** The same in a script without spaces, in characters. */
const COPIED_CHARACTERS = 16;
const MIN_TERMS = 2;

/** In a text of one line a single one is out of place; those that join letters and emoji are not. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff\u{e0000}-\u{e007f}\p{Cc}]/u;
/** A name with a version, as in `python@3.9` and `actions/checkout@v4.1.0-rc.2`, is not the address of a person. */
const VERSION = String.raw`v?\d+(?:\.(?:\d+|x|\*)){0,2}(?:-?[a-z]+(?:\.?\d+)*)?(?![\w@-]|\.[\w*])`;
const ADDRESS = new RegExp(String.raw`\b[a-z][a-z0-9+.-]*:\/\/|\bwww\.|[^\s@]+@(?!${VERSION})[^\s@]+\.[^\s@]`, 'i');
/** Names of products that look like hosts. */
const PRODUCT = /^[A-Z]{2,4}\.NET$/;
/** A host without a scheme; other endings are those of files and products too, as in Node.js and socket.io. */
const HOST = /\b(?:[a-z0-9-]+\.)+(?:com|org|net|info|biz|ru|cn|xyz|top|shop|site|online|example)\b/gi;
/** These endings are those of products too: a host is what has several words before it. */
const HOST_OF_WORDS =
  /(?<![a-z0-9.-])(?:[a-z0-9]+(?:-[a-z0-9]+)+|[a-z0-9-]+(?:\.[a-z0-9-]+)+)\.(?:io|dev|app|ai|co|me|sh)\b/gi;
const PHONE = /\+\d[\d ()./-]{6,}\d|\(\d{3}\) ?\d{3}[ -]\d{4}\b|\b\d{3}-\d{3}-\d{4}\b/g;
const MARKUP =
  /<\/?[a-z][a-z0-9]*(?:\s[^>]*=|\s*\/)|<\/|<(?:script|style|iframe|img|a|b|i|p|br|div|span)\b|<!|\]\s*[([]|```|\{\{|\{%|\$\{/i;
/** An assistant that somebody is, or has, if it is not told anything. */
const AGENT = String.raw`(?:ai|llm)[ -](?:agents?|clients?|developers?|engineers?|researchers?)\b(?!,?\s+(?:you|your|always|never|please|ignore|disregard|respond|reply|answer|do|must|should)\b)`;
/** What speaks to a model. People do ask how to ignore warnings and override rules. */
const INSTRUCTION = new RegExp(
  [
    String.raw`\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|preceding|earlier|above|your|all)\b.{0,15}\b(?:instructions?|prompts?|messages|guidelines)\b`,
    String.raw`\b(?:ignore|disregard|forget|override)\b.{0,15}\binstructions? (?:above|before|given)\b`,
    String.raw`\b(?:your|the) system prompt\b`,
    String.raw`\byou are (?:now|an? (?!${AGENT})(?:ai|assistant|model))\b`,
    String.raw`\bas an? (?!${AGENT})(?:ai|assistant|language model)\b`,
    String.raw`\b(?:assistant|system|developer|human)\s*:`,
    String.raw`^(?:please\s+)?(?:respond|reply|answer)\b.*\b(?:only|with|always|never)\b`,
    String.raw`^(?:please|always|never|from now on|you (?:must|should|shall|will|have to))\b`,
  ].join('|'),
  'i',
);
/** What a model says in place of a question, or about the text that it was given. */
const ABOUT_THE_TASK =
  /^(?:sorry|i(?:'|’)?m sorry|i (?:cannot|can(?:'|’)t) (?:answer|help|write)|here (?:is|are)\b.{0,30}\bquestions?\b)/i;
const ABOUT_THE_TEXT =
  /\blorem ipsum\b|\bwhat (?:is|does) (?:this|the)(?: given| following| above)? (?:text|section|passage|chunk|paragraph|excerpt)(?: mainly| all)? (?:about|mean)\b|\b(?:this|the)(?: given| following| above)? (?:text|section|passage|chunk|paragraph|excerpt|document)(?: above)?(?: mainly)? (?:explain|describe|discuss|cover|mention|talk|say)|\b(?:explained|described|discussed|covered|mentioned) (?:in|by) (?:this|the)(?: given| following| above)? (?:text|section|passage|chunk|paragraph|excerpt|document)\b/i;
/** Questions of these languages need no mark at their end. */
const ENDS_AS_QUESTION =
  /(?:[?？؟՞⸮]|\p{sc=Greek}[;\u037e])["'”’»)\]`]*$|か[。.]?$|[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}][។။.]?$/u;

/** The mark of a list, a number or a label that models put before questions. */
const LIST_MARK = /^(?:[-*+•]\s+|\(?\d{1,2}[.)]\s+|Q\d{0,2}\s*[:.]\s+)+/;
const BOLD = /\*\*(?=\S)([^*]*\S)\*\*/g;
const QUOTED = /^(?:"([^"]+)"|“([^“”]+)”|«\s*([^«»]+?)\s*»)$/;

/** A question as it is kept: on one line, without marks of a list, bold type or quotes around it. */
export function tidyQuestion(text: string): string {
  const plain = oneLine(text.normalize('NFC')).replace(BOLD, '$1').replace(LIST_MARK, '');
  const [, straight, curved, angled] = QUOTED.exec(plain) ?? [];
  return straight ?? curved ?? angled ?? plain;
}

/** What is wrong with a tidy question; `undefined` for one that may be kept. */
export function judgeQuestion(question: string, context: QuestionContext): QuestionVerdict | undefined {
  const fault = ownFault(question, context);
  if (fault !== undefined) return faultVerdict(fault);
  const copied = copiedWords(question, context.text);
  if (copied !== undefined) {
    return { reason: 'repeats-text', message: `${QUESTION_FAULTS['repeats-text'].slice(0, -1)}: "${copied}".` };
  }
  const own = fingerprintOf(question);
  if (context.deleted.some((other) => isSameQuestion(own, other))) return faultVerdict('deleted');
  const same = context.held.find(({ text }) => asksTheSame(question, text));
  return same && { reason: 'duplicate', message: duplicateMessage(question, same) };
}

function duplicateMessage(question: string, { text, holder, hint }: HeldQuestion): string {
  const words = text === question ? '' : `: "${text}"`;
  return [`${holder} has it already${words}.`, ...(hint === undefined ? [] : [hint])].join(' ');
}

/** What is wrong with a question whatever its text and its document say, but for their languages and hosts. */
function ownFault(question: string, { text, languages }: QuestionContext): QuestionFault | undefined {
  if (simHash64(question) === 0n) return 'empty';
  if (question.length > MAX_QUESTION_LENGTH) return 'too-long';
  const isHidden = findHiddenText(question, 0).some(({ kind }) => kind === 'invisible-characters');
  if (INVISIBLE.test(question) || isHidden) return 'hidden-text';
  if (ADDRESS.test(question) || MARKUP.test(question) || hasOtherContact(question, text)) return 'markup';
  if (INSTRUCTION.test(question)) return 'instruction';
  if (!ENDS_AS_QUESTION.test(question) || ABOUT_THE_TASK.test(question)) return 'not-a-question';
  if (ABOUT_THE_TEXT.test(question)) return 'says-nothing';
  if (new Set(analyzeText(question)).size < MIN_TERMS) return 'says-nothing';
  return isInOtherLanguage(question, languages, text) ? 'other-language' : undefined;
}

/** The docs' own hosts and numbers are theirs to name. */
function hasOtherContact(question: string, text: string): boolean {
  const lower = lowerCase(text);
  const named = [HOST, HOST_OF_WORDS, PHONE].flatMap((pattern) => question.match(pattern) ?? []);
  return named.some((each) => !PRODUCT.test(each) && !lower.includes(lowerCase(each)));
}

/** The words of a question, or the first long run of them, that the text contains in this order; `undefined` if there is none. */
function copiedWords(question: string, text: string): string | undefined {
  const words = lowerCaseWords(question);
  const inText = ` ${lowerCaseWords(text).join(' ')} `;
  if (inText.includes(` ${words.join(' ')} `)) return words.join(' ');
  const runs = windows(words, COPIED_WORDS).map((run) => ` ${run.join(' ')} `);
  const characters = words.flatMap((word) => windows(Array.from(word), COPIED_CHARACTERS).map((run) => run.join('')));
  const copied = [...runs, ...characters.filter((run) => languageOfScript(run) !== undefined)];
  return copied.find((run) => inText.includes(run))?.trim();
}

function lowerCaseWords(text: string): string[] {
  return lowerCase(text).match(WORD) ?? [];
}

function windows<T>(items: readonly T[], length: number): T[][] {
  const count = Math.max(0, items.length - length + 1);
  return Array.from({ length: count }, (_, at) => items.slice(at, at + length));
}

/** Languages with a script of their own, which need no look at words. */
const OWN_SCRIPT: ReadonlySet<string> = new Set(['ell', 'jpn', 'kor', 'tha', 'lao', 'khm', 'mya', 'zho']);
/** Scripts that several languages share. */
const SHARED_SCRIPTS = ['Latn', 'Cyrl', 'Arab', 'Hebr', 'Deva', 'Beng', 'Guru', 'Gujr', 'Armn', 'Geor', 'Ethi'].map(
  (name) => new RegExp(`\\p{sc=${name}}`, 'gu'),
);
/** Stop words of another language that a question has by chance, as names and loanwords. */
const CHANCE_STOP_WORDS = 1;
/** A whole question of as many words has a stop word or a word of the text, unless it is in another language. */
const FOREIGN_WORDS = 3;

/**
 * Whether a question is plainly in none of some languages: by its script; because it has at least two stop words of one
 * other language and more than of these; or because it has neither a stop word of these nor a word of the text.
 *
 * @param languages ISO 639-3 codes
 */
function isInOtherLanguage(question: string, languages: readonly string[], text: string): boolean {
  const written = languageOfScript(question);
  if (written !== undefined) return !languages.includes(written);
  if (languages.every((language) => OWN_SCRIPT.has(language))) return true;
  const own = stopWordsOf(languages.filter((language) => !OWN_SCRIPT.has(language)));
  const script = mainScript(question);
  if (script !== undefined && script !== mainScript([...own].join(' '))) return true;
  const words = [...new Set(lowerCase(question).match(WORD) ?? [])];
  const hits = (list: ReadonlySet<string>): number => words.filter((word) => list.has(word)).length;
  const ownCount = hits(own);
  if (ownCount === 0 && words.length >= FOREIGN_WORDS && hits(new Set(lowerCase(text).match(WORD) ?? [])) === 0) {
    return true;
  }
  return STOP_WORD_LANGUAGES.some((language) => {
    if (languages.includes(language)) return false;
    const count = hits(stopWordsOf([language]));
    return count > CHANCE_STOP_WORDS && count > ownCount;
  });
}

/** The script of most letters among those that languages share; `undefined` for a text without any. */
function mainScript(text: string): RegExp | undefined {
  let most = 0;
  let main: RegExp | undefined;
  for (const script of SHARED_SCRIPTS) {
    const count = text.match(script)?.length ?? 0;
    if (count > most) [most, main] = [count, script];
  }
  return main;
}

/** Two questions that differ in no more bits have the same words but for one or two small ones. */
const SAME_BITS = 8;

/** What is kept of a question, so that it is recognized after a person has deleted it. */
export function fingerprintOf(question: string): QuestionFingerprint {
  const said = wordsThatSay(question);
  const hash = simHash64(question);
  return said === '' ? { hash } : { hash, words: shortHashHex(said) };
}

/** Whether two questions have the same words but for small ones, or the same words that say something in any order. */
function isSameQuestion(one: QuestionFingerprint, other: QuestionFingerprint): boolean {
  return hammingDistance(one.hash, other.hash) <= SAME_BITS || (one.words !== undefined && one.words === other.words);
}

/** Questions with the same words that say something: a hash would take "kilns" for "glazes" in a long one. */
export function asksTheSame(one: string, other: string): boolean {
  return simHash64(one) === simHash64(other) || wordsThatSay(one) === wordsThatSay(other);
}

/** Fingerprints without repeats, in their order. */
export function eachOnce(written: readonly QuestionFingerprint[]): QuestionFingerprint[] {
  return [...new Map(written.map((each) => [each.hash, each])).values()];
}

function wordsThatSay(question: string): string {
  return [...new Set(analyzeText(question))].sort().join(' ');
}
