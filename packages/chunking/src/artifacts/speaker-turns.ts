import type { Block } from './artifact-chunk.js';
import { type TextLine, textLines } from './text-lines.js';

/** One way to write down a chat. */
interface ChatFormat {
  /** Who speaks from this line on; `undefined` when it goes on with the message before. */
  speakerOf(line: string): string | undefined;
  /** Whether other text looks alike, so that a name counts only when it speaks twice. */
  readonly isLoose: boolean;
}

const DATE = String.raw`(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}[ -]\p{L}{3,9}[ -]\d{2,4}|\p{L}{3,9} \d{1,2}(?:, \d{4})?|Today|Yesterday)`;
const TIME = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d{1,6})?(?:[\s\u202f]?[AaPp]\.?[Mm]\.?)?(?:Z|[ ]?(?:UTC|GMT)|[+-]\d{2}:?\d{2})?`;
const STAMP = String.raw`(?:(?:\p{L}{2,9},? )?${DATE}(?:,? at |[ T,]{1,2}))?${TIME}`;
const NAME = String.raw`[^\s:<>[\]()#|>*_.,"'!?-][^:<>[\]|\t"!?]{0,59}`;

const CHAT_LINES: readonly (readonly [pattern: RegExp, isLoose: boolean])[] = [
  // WhatsApp on Android and iOS, Telegram, Signal and Zoom as text, logs: "[12.05.24, 09:14:02] Ann: …", "12/5/24, 9:14 - Ann: …"
  [
    pattern(
      String.raw`^[\u200e\u200f\u202a]?[[(]?${STAMP}[\])]?(?: ?[-–—|])?[ \t]+(?:From )?(?<name>${NAME}):(?:\s|$)`,
    ),
    false,
  ],
  // IRC: "[09:14] <ann> …", "09:14 < ann> …"
  [pattern(String.raw`^(?:[[(]?${STAMP}[\])]?[ \t]+)?<[ @+%&~]?(?<name>[^<>\s]{1,40})>(?:\s|$)`), false],
  // WeeChat: "2024-05-12 09:14:02⇥ann⇥…"
  [pattern(String.raw`^${STAMP}\t(?<name>[^\t]{1,40})\t`), false],
  // DiscordChatExporter, Teams: "[12/05/2024 9:14 AM] ann" above the message
  [pattern(String.raw`^\[${STAMP}\] (?<name>[^:<>[\]\t]{1,60})$`), false],
  // Slack, Discord and Teams as copied: "Ann  9:14 AM", "Ann — Today at 9:14 AM", "Ann [9:14 AM]" above the message
  [pattern(String.raw`^(?<name>${NAME}?)(?:\s{1,4}| [-–—] |\s*APP\s+)\[?${STAMP}\]?$`), false],
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
  speakerOf: (text) => line.exec(text)?.groups?.['name']?.trim(),
  isLoose,
}));

function pattern(source: string): RegExp {
  return new RegExp(source, 'u');
}

/** A message of a chat. */
interface Message extends Block {
  readonly speaker: string;
}

const MIN_MESSAGES = 2;

/**
 * The turns of a chat: the messages of one speaker up to those of another, each message inside its turn. The form of the
 * chat is the one that fits the most lines; a text with fewer than two messages has no turns.
 */
export function speakerTurns(text: string): readonly Block[] {
  const lines = textLines(text);
  let best: Message[] = [];
  for (const format of CHAT_FORMATS) {
    const messages = messagesOf(lines, format);
    if (messages.length > best.length) best = messages;
  }
  return best.length < MIN_MESSAGES ? [] : turnsOf(best);
}

function messagesOf(lines: readonly TextLine[], { speakerOf, isLoose }: ChatFormat): Message[] {
  const speakers = lines.map(({ head }) => speakerOf(head));
  const counts = new Map<string, number>();
  for (const name of speakers) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  const messages: Message[] = [];
  for (const [i, { startChar, endChar }] of lines.entries()) {
    const speaker = speakers[i];
    const last = messages.at(-1);
    if (speaker !== undefined && (!isLoose || counts.get(speaker)! > 1)) messages.push({ startChar, endChar, speaker });
    else if (last !== undefined) messages[messages.length - 1] = { ...last, endChar };
  }
  return messages;
}

function turnsOf(messages: readonly Message[]): Block[] {
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
