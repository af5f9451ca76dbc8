import { isObject, parseJsonIfValid } from '@topicmill/base/json';
import { compareCodeUnits } from '@topicmill/base/order';
import { type ReadableText, readableTime, readableTitle } from './readable-text.js';

/** A JSON object. */
type Fields = Readonly<Record<string, unknown>>;

const LISTS = ['messages', 'chat_messages', 'items', 'value', 'conversation'];

/** The messages of an exported chat, or of all chats of an export; `undefined` when the data are no such thing. */
function messageList(data: unknown): readonly unknown[] | undefined {
  const own = isObject(data) ? ownMessages(data) : undefined;
  if (own !== undefined) return own;
  if (!Array.isArray(data)) return undefined;
  const chats = data.map((item) => (isObject(item) ? ownMessages(item) : undefined));
  return data.length > 0 && chats.every((chat) => chat !== undefined) ? chats.flat() : data;
}

function ownMessages(chat: Fields): readonly unknown[] | undefined {
  if (isObject(chat['mapping'])) return branchMessages(chat['mapping'], chat['current_node']);
  const name = LISTS.find((key) => Array.isArray(chat[key]));
  return name === undefined ? undefined : (chat[name] as readonly unknown[]);
}

/**
 * The messages of a chat that is exported as a tree, as ChatGPT does: those on the way from its root to the current node,
 * which is what its reader saw; all of them when no node is named.
 */
function branchMessages(nodes: Fields, current: unknown): unknown[] {
  const way: unknown[] = [];
  const seen = new Set<string>();
  for (let id = current; typeof id === 'string' && !seen.has(id); ) {
    seen.add(id);
    const node = nodes[id];
    if (!isObject(node)) break;
    way.unshift(node['message']);
    id = node['parent'];
  }
  const messages = way.length > 0 ? way : Object.values(nodes).map((node) => isObject(node) && node['message']);
  return messages.filter(isSaid);
}

/** Whether a message has text; hidden and empty ones are at the beginning of every tree. */
function isSaid(message: unknown): boolean {
  if (!isObject(message) || !isObject(message['content'])) return false;
  const { parts } = message['content'];
  return Array.isArray(parts) && parts.some((part) => typeof part === 'string' && part.trim() !== '');
}

/** A message of an export, whatever its names there. */
interface ExportedMessage {
  readonly speaker: string;
  readonly text: string;
  readonly time: string | undefined;
}

const SPEAKERS = [
  'from',
  'sender',
  'sender_name',
  'author',
  'user_profile',
  'user',
  'username',
  'speaker',
  'role',
  'name',
];
const NAMES = ['nickname', 'display_name', 'displayName', 'real_name', 'name', 'username', 'role', 'user'];
const TEXTS = ['text', 'content', 'body', 'message'];
const TIMES = ['timestamp', 'ts', 'date', 'created_at', 'createdDateTime', 'create_time', 'timestamp_ms', 'time'];
const TITLES = ['title', 'name', 'channel', 'guild'];
const MIN_MESSAGES = 2;

/**
 * A chat, or several, exported as JSON or JSON lines (Slack, Discord, Telegram, Messenger, Teams, ChatGPT, Claude), as
 * lines `[time] Name: text`. `undefined` when the text is no such export.
 */
export function readChatExport(text: string): ReadableText | undefined {
  const data = parseMessages(text) ?? parseJsonLines(text);
  const list = messageList(data);
  if (list === undefined) return undefined;
  const messages = list.map(messageOf).filter((message) => message !== undefined);
  if (messages.length < MIN_MESSAGES || messages.length * 2 < list.length) return undefined;
  const lines = messages.map(
    ({ speaker, text: said, time }) => `${time === undefined ? '' : `[${time}] `}${speaker}: ${said}\n`,
  );
  const title = readableTitle(isObject(data) ? firstText(data, TITLES) : undefined);
  const ts = utcTime(messages[0]!.time ?? '');
  return {
    content: lines.join(''),
    ...(title !== undefined && { title }),
    ...(ts !== undefined && { ts }),
    attributes: { speakers: [...new Set(messages.map(({ speaker }) => speaker))].sort(compareCodeUnits) },
  };
}

function parseMessages(text: string): unknown {
  return /^\ufeff?\s*[[{]/.test(text) ? parseJsonIfValid(text.replace(/^\ufeff/, '')) : undefined;
}

function parseJsonLines(text: string): unknown {
  if (!/^\ufeff?\s*\{/.test(text)) return undefined;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const parsed = lines.map(parseMessages);
  return parsed.every(isObject) ? parsed : undefined;
}

function messageOf(item: unknown): ExportedMessage | undefined {
  if (!isObject(item)) return undefined;
  const speaker = speakerOf(item);
  const text = TEXTS.map((key) => textOf(item[key])).find((found) => found !== '');
  if (speaker === undefined || text === undefined) return undefined;
  return { speaker, text, time: timeOf(item) };
}

/** The speaker's name without the characters that end a name in a line. */
function speakerOf(item: Fields): string | undefined {
  for (const key of SPEAKERS) {
    const value = item[key];
    const name = isObject(value) ? firstText(value, NAMES) : textOf(value);
    const plain = (name ?? '').replace(/[\s:<>[\]()|"]+/g, ' ').trim();
    if (plain !== '') return plain;
  }
  return undefined;
}

function timeOf(item: Fields): string | undefined {
  const value = TIMES.map((key) => item[key]).find((found) => typeof found === 'string' || typeof found === 'number');
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isNaN(seconds)) return String(value).replace(/[[\]\s]+/g, ' ');
  // Seconds, milliseconds, microseconds or nanoseconds: each is a time since 1973 and before the year 5000 in one only.
  const milliseconds =
    seconds > 1e17 ? seconds / 1e6 : seconds > 1e14 ? seconds / 1e3 : seconds > 1e11 ? seconds : seconds * 1e3;
  return readableTime(milliseconds);
}

/** A time without a zone is taken for UTC, so that it does not depend on where it is read. */
function utcTime(time: string): string | undefined {
  return readableTime(Date.parse(/[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(time) ? `${time}Z` : time));
}

function firstText(fields: Fields, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    const text = isObject(value) ? firstText(value, ['name', 'title', 'displayName']) : value;
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return undefined;
}

/** A text, or the texts of a list of parts, or of what contains them. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? '' : value;
  if (isObject(value)) return textOf(value['parts'] ?? value['text'] ?? value['content']);
  if (!Array.isArray(value)) return '';
  return value.map(textOf).join('');
}
