import type { Block } from './block.js';
import { CHAT_FORMATS, type ChatFormat } from './chat-formats.js';
import { type TextLine, textLines } from './text-lines.js';

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
