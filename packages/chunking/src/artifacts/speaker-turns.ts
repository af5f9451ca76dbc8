import type { Block } from './artifact-chunk.js';
import { type TextLine, textLines } from './email-blocks.js';

/** One way to write down a chat. */
interface ChatFormat {
  /** Who speaks from this line on, and when; `undefined` when it goes on with the message before. */
  opening(line: string): { readonly speaker: string; readonly stamp: string | undefined } | undefined;
  /** Whether other text looks alike, so that a name counts only when it speaks twice. */
  readonly isLoose: boolean;
}

const DATE = String.raw`(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}[ -]\p{L}{3,9}[ -]\d{2,4}|\p{L}{3,9} \d{1,2}(?:, \d{4})?|Today|Yesterday)`;
const TIME = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d{1,6})?(?:[\s\u202f]?[AaPp]\.?[Mm]\.?)?(?:Z|[ ]?(?:UTC|GMT)|[+-]\d{2}:?\d{2})?`;
const STAMP = String.raw`(?:(?:\p{L}{2,9},? )?${DATE}(?:,? at |[ T,]{1,2}))?${TIME}`;
/** Marks of direction that phones write around times and names. */
const DIRECTION_MARKS = String.raw`[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]{0,3}`;
/** A date in numbers of any script: 30/12/25, 2025. 12. 30., 2025年12月30日, 30.12.25 г. */
const PHONE_DATE = String.raw`\p{Nd}{1,4}(?:[./-]\s?|[年년]\s?)\p{Nd}{1,2}(?:[./-]\s?|[月월]\s?)\p{Nd}{1,4}(?:[日일]|\.)?(?:\s(?:г|р|г\.|р\.))?`;
/** A time with what may be around it: 下午1:05, 오후 1:05, 1:05 p. m., 13:05 ч., 13 h 05 */
const PHONE_TIME = String.raw`(?:[\p{L}\p{M}]{1,10}\.?\s?)?\p{Nd}{1,2}(?:[:.٫]|\sh\s)\p{Nd}{2}(?:[:.٫]\p{Nd}{2})?(?:\s?[\p{L}\p{M}]{1,9}\.?(?:\s?[\p{L}\p{M}]{1,3}\.)?)?`;
/** Words between date and time: à, às, a las, um, klo, kl. */
const PHONE_BETWEEN = String.raw`[,،、]?${DIRECTION_MARKS}\s{0,2}(?:[\p{L}\p{M}]{1,5}\.?\s){0,2}`;
const PHONE_STAMP = String.raw`(?:${PHONE_DATE}${PHONE_BETWEEN}${PHONE_TIME}|${PHONE_TIME}[,،]?\s(?:ngày\s)?${PHONE_DATE})`;
const NAME = String.raw`[^\s:<>[\]()#|>*_.,"'!?-][^:<>[\]|\t"!?]{0,59}`;

const CHAT_LINES: readonly (readonly [pattern: RegExp, isLoose: boolean])[] = [
  // WhatsApp and KakaoTalk in the languages of phones: "30.12.25 à 13:05 - Ann: …", "2025. 12. 30. 오후 1:05, Ann : …"
  [
    pattern(
      String.raw`^${DIRECTION_MARKS}\[?${DIRECTION_MARKS}(?<stamp>${PHONE_STAMP})${DIRECTION_MARKS}\]?(?:\s?[-–—|]|,)?\s${DIRECTION_MARKS}(?<name>[^\s:：[\]<>|-][^:：<>[\]|\t]{0,59}?)\s?[:：](?:\s|$)`,
    ),
    false,
  ],
  // WhatsApp on Android and iOS, Telegram, Signal and Zoom as text, logs: "[12.05.24, 09:14:02] Ann: …", "12/5/24, 9:14 - Ann: …"
  [
    pattern(
      String.raw`^[\u200e\u200f\u202a]?[[(]?(?<stamp>${STAMP})[\])]?(?: ?[-–—|])?[ \t]+(?:From )?(?<name>${NAME}):(?:\s|$)`,
    ),
    false,
  ],
  // IRC: "[09:14] <ann> …", "09:14 < ann> …"
  [pattern(String.raw`^(?:[[(]?(?<stamp>${STAMP})[\])]?[ \t]+)?<[ @+%&~]?(?<name>[^<>\s]{1,40})>(?:\s|$)`), false],
  // WeeChat: "2024-05-12 09:14:02⇥ann⇥…"
  [pattern(String.raw`^(?<stamp>${STAMP})\t(?<name>[^\t]{1,40})\t`), false],
  // DiscordChatExporter, Teams: "[12/05/2024 9:14 AM] ann" above the message
  [pattern(String.raw`^\[(?<stamp>${STAMP})\] (?<name>[^:<>[\]\t]{1,60})$`), false],
  // Slack, Discord and Teams as copied: "Ann  9:14 AM", "Ann — Today at 9:14 AM", "Ann [9:14 AM]" above the message
  [pattern(String.raw`^(?<name>${NAME}?)(?:\s{1,4}| [-–—] |\s*APP\s+)\[?(?<stamp>${STAMP})\]?$`), false],
  // Chats with models: "## User", "**Assistant:** …"
  [
    pattern(
      String.raw`^(?:#{1,6} |\*\*)(?<name>User|Human|You|Assistant|AI|System|Tool|ChatGPT|Claude|Gemini|Copilot)\b:?(?:\*\*)?:?(?:\s|$)`,
    ),
    false,
  ],
  // "Ann: …", "**Ann Lee:** …", "ANN LEE (09:14): …"
  [pattern(String.raw`^(?:\*\*|__)?(?<name>${NAME}?)(?:\*\*|__)?(?: \([^()]{1,40}\))?:(?:\*\*|__)?(?:\s|$)`), true],
];

/** The forms of chats that are known; of two that fit equally many lines the first is meant. */
const CHAT_FORMATS: readonly ChatFormat[] = CHAT_LINES.map(([line, isLoose]) => ({
  opening(text) {
    const { name, stamp } = line.exec(text)?.groups ?? {};
    return name === undefined ? undefined : { speaker: name.trim().replace(/,$/, ''), stamp };
  },
  isLoose,
}));

function pattern(source: string): RegExp {
  return new RegExp(source, 'u');
}

/** A message of a chat. */
export interface ChatMessage extends Block {
  readonly speaker: string;
  /** Date and time as they are written; `undefined` where the form of the chat has none. */
  readonly stamp: string | undefined;
  /** Whether the line that begins it looks like nothing else. */
  readonly isCertain: boolean;
}

const MIN_MESSAGES = 2;
const GENERIC_SPEAKER =
  /^(?:(?:Unknown |Unidentified )?Speaker|Sprecher|Sprecherin|Teilnehmer|Teilnehmerin|Locuteur|Locutrice|Intervenant|Intervenante|Hablante|Interlocutor|Orador|Falante|Parlante|Relatore|Spreker|Talare|Participant|Interviewer|Interviewee|Moderator|S)(?:[ _]?(\d{1,3}|[A-Z]))?$/i;

/** Whether a name is one that transcripts give to voices whose names they do not know: `Speaker 1`, `SPEAKER_00`. */
export function isVoiceName(name: string): boolean {
  return GENERIC_SPEAKER.test(name);
}

/** Such names are names even where they speak once. */
function isNumberedVoice(name: string): boolean {
  return GENERIC_SPEAKER.exec(name)?.[1] !== undefined;
}

/**
 * The turns of a chat: the messages of one speaker up to those of another, each message inside its turn. A text with
 * fewer than two messages has no turns.
 */
export function speakerTurns(text: string): readonly Block[] {
  return messageBlocks(chatMessages(text));
}

/**
 * The messages of a chat that is written down line by line. Its form is the one that fits the most lines; a text with fewer
 * than two messages is not a chat.
 */
export function chatMessages(text: string): readonly ChatMessage[] {
  const lines = textLines(text);
  let best: ChatMessage[] = [];
  for (const format of CHAT_FORMATS) {
    const messages = readMessages(lines, format);
    if (messages.length > best.length) best = messages;
  }
  return best.length < MIN_MESSAGES ? [] : best;
}

function readMessages(lines: readonly TextLine[], { opening, isLoose }: ChatFormat): ChatMessage[] {
  const openings = lines.map(({ head }) => opening(head));
  const counts = new Map<string, number>();
  for (const found of openings)
    if (found !== undefined) counts.set(found.speaker, (counts.get(found.speaker) ?? 0) + 1);
  const messages: ChatMessage[] = [];
  for (const [i, { startChar, endChar }] of lines.entries()) {
    const found = openings[i];
    const last = messages.at(-1);
    if (found !== undefined && (!isLoose || counts.get(found.speaker)! > 1 || isNumberedVoice(found.speaker)))
      messages.push({ startChar, endChar, ...found, isCertain: !isLoose });
    else if (last !== undefined) messages[messages.length - 1] = { ...last, endChar };
  }
  return messages;
}

function messageBlocks(messages: readonly ChatMessage[]): Block[] {
  const turns: Block[] = [];
  for (let first = 0; first < messages.length; ) {
    let end = first + 1;
    while (messages[end]?.speaker === messages[first]!.speaker) end++;
    const inner = messages.slice(first, end).map(({ startChar, endChar }) => ({ startChar, endChar }));
    turns.push({ startChar: inner[0]!.startChar, endChar: inner.at(-1)!.endChar, ...(inner.length > 1 && { inner }) });
    first = end;
  }
  return turns;
}
