import { isObject, parseJsonIfValid } from '@topicmill/base/json';
import { compareCodeUnits } from '@topicmill/base/order';
import { type ChatMessage, chatMessages, isVoiceName } from '@topicmill/chunking';
import { chatTimes } from './chat-times.js';
import { decodeText, isUtf8 } from './decode-text.js';
import { type ReadableText, readableTime, readableTitle } from './readable-text.js';

/** A JSON object. */
type Fields = Readonly<Record<string, unknown>>;

const LISTS = ['messages', 'chat_messages', 'items', 'value', 'conversation'];

/** The messages of an exported chat, or of all chats of an export; `undefined` when the data are no such thing. */
function messageList(data: unknown): readonly unknown[] | undefined {
  const own = isObject(data) ? ownMessages(data) : undefined;
  if (own !== undefined) return own;
  // All chats of Telegram.
  if (isObject(data) && isObject(data['chats'])) return messageList(data['chats']['list']);
  if (!Array.isArray(data)) return undefined;
  const chats = data.map((item) => (isObject(item) ? ownMessages(item) : undefined));
  return data.length > 0 && chats.every((chat) => chat !== undefined) ? chats.flat() : oldestFirst(data);
}

function ownMessages(chat: Fields): readonly unknown[] | undefined {
  if (isObject(chat['mapping'])) return branchMessages(chat['mapping'], chat['current_node']);
  const name = LISTS.find((key) => Array.isArray(chat[key]));
  return name === undefined ? undefined : oldestFirst(chat[name] as readonly unknown[]);
}

/** The messages of one chat, turned round where the newest comes first. */
function oldestFirst(list: readonly unknown[]): readonly unknown[] {
  const times = list.map((item) => (isObject(item) ? utcTime(timeOf(item) ?? '') : undefined));
  const known = times.filter((time) => time !== undefined);
  const isNewestFirst = known.length > 1 && known.every((time, at) => at === 0 || time <= known[at - 1]!);
  return isNewestFirst && known[0] !== known.at(-1) ? list.toReversed() : list;
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
  'creator',
  'username',
  'speaker',
  'role',
  'name',
];
const NAME_KEYS = ['nickname', 'display_name', 'displayName', 'real_name', 'name', 'username', 'role', 'user'];
const TEXT_KEYS = ['text', 'content', 'body', 'message'];
const TIMES = [
  'timestamp',
  'ts',
  'date',
  'created_at',
  'created_date',
  'createdDateTime',
  'create_time',
  'timestamp_ms',
  'time',
];
const TITLES = ['title', 'name', 'channel', 'guild'];
const MIN_MESSAGES = 2;

/** Messages with a time and a speaker that a JSON file must have, as a share of all, to be taken for a chat whatever its name is. */
const MIN_CHAT_SHARE = 0.8;

/**
 * Whether a JSON text is an export of a chat: nearly all its items are messages with speaker and time.
 */
export function isChatExport(text: string): boolean {
  const list = messageList(parseMessages(text) ?? parseJsonLines(text));
  if (list === undefined || list.length < MIN_MESSAGES) return false;
  const messages = list.map(messageOf).filter((message) => message?.time !== undefined);
  return messages.length >= MIN_MESSAGES && messages.length >= MIN_CHAT_SHARE * list.length;
}

/**
 * A chat, or several, exported as JSON or JSON lines (Slack, Discord, Telegram, Messenger, Teams, ChatGPT, Claude), as
 * lines `[time] Name: text`. `undefined` when the text is no such export.
 *
 * @param names of people by the ids that stand for them as speakers and, as in `<@U02>`, in texts
 */
export function readChatExport(text: string, names?: ReadonlyMap<string, string>): ReadableText | undefined {
  const data = repairEncoding(parseMessages(text) ?? parseJsonLines(text));
  const list = messageList(data);
  if (list === undefined) return undefined;
  const messages = list.flatMap((item) => {
    const message = messageOf(item);
    return message === undefined ? [] : [names === undefined ? message : withSpeakerName(message, names)];
  });
  // A day of an export may have one message.
  const least = names === undefined ? MIN_MESSAGES : 1;
  if (messages.length < least || messages.length * 2 < list.length) return undefined;
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

/** What Slack writes for people, channels and links: `<@U02>`, `<#C01|general>`, `<https://example.org|text>`. */
const SLACK_LINK = /<([@#!]?)([^<>|]{1,2000})(?:\|([^<>]{0,500}))?>/g;

function withSpeakerName(
  { speaker, text, time }: ExportedMessage,
  names: ReadonlyMap<string, string>,
): ExportedMessage {
  const said = text.replace(SLACK_LINK, (_, sign: string, id: string, label = '') => {
    if (sign === '@') return `@${names.get(id) ?? (label || id)}`;
    if (sign !== '') return `${sign === '#' ? '#' : '@'}${label || id}`;
    return label === '' || label === id ? id : `${label} (${id})`;
  });
  const unescaped = said.replace(/&(amp|lt|gt);/g, (_, name: string) => ({ amp: '&', lt: '<' })[name] ?? '>');
  return { speaker: names.get(speaker) ?? speaker, text: unescaped, time };
}

/** The names of people by their ids, from the list that an export of Slack has; `undefined` for something else. */
export function slackNames(bytes: Uint8Array): ReadonlyMap<string, string> | undefined {
  const users = parseJsonIfValid(decodeText(bytes)?.text ?? '');
  if (!Array.isArray(users)) return undefined;
  return new Map(
    users.filter(isObject).flatMap((user) => {
      const { id, profile } = user;
      const name = (isObject(profile) ? firstText(profile, NAME_KEYS) : undefined) ?? firstText(user, NAME_KEYS);
      return typeof id === 'string' && name !== undefined ? [[id, plainName(name)] as const] : [];
    }),
  );
}

/** Messenger and Instagram write each byte of UTF-8 as a character of its own. */
function repairEncoding(data: unknown): unknown {
  if (!isObject(data) || !Array.isArray(data['participants']) || !Array.isArray(data['messages'])) return data;
  const [message] = data['messages'];
  return isObject(message) && 'sender_name' in message ? mendStrings(data) : data;
}

function mendStrings(value: unknown): unknown {
  if (typeof value === 'string') return mendString(value);
  if (Array.isArray(value)) return value.map(mendStrings);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mendStrings(inner)]));
}

function mendString(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}

/** Lists and objects inside each other in an export of a chat, of which the deepest have ten. */
const MAX_DEPTH = 100;

function parseMessages(text: string): unknown {
  if (!/^\ufeff?\s*[[{]/.test(text)) return undefined;
  const data = parseJsonIfValid(text.replace(/^\ufeff/, ''));
  return isDeeperThan(MAX_DEPTH, data) ? undefined : data;
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner));
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
  const text = TEXT_KEYS.map((key) => textOf(item[key])).find((found) => found !== '');
  if (speaker === undefined || text === undefined) return undefined;
  return { speaker, text, time: timeOf(item) };
}

/** The speaker's name without the characters that end a name in a line. */
function speakerOf(item: Fields): string | undefined {
  for (const key of SPEAKERS) {
    const value = item[key];
    const name = isObject(value) ? firstText(value, NAME_KEYS) : textOf(value);
    const plain = plainName(name ?? '');
    if (plain !== '') return plain;
  }
  return undefined;
}

function plainName(name: string): string {
  return name.replace(/[\s:<>[\]()|"]+/g, ' ').trim();
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

/** The text of a chat that is written down line by line, as it is, with its speakers and the time of its first message. */
export function readChatText(text: string): ReadableText {
  const messages = chatMessages(text).filter(({ isCertain, stamp }) => isCertain && stamp !== undefined);
  const ts = chatTimes(messages.map(({ stamp }) => stamp)).find((time) => time !== undefined);
  const speakers = [...new Set(messages.map(({ speaker }) => speaker))].sort(compareCodeUnits);
  return {
    content: text,
    ...(ts !== undefined && { ts }),
    attributes: speakers.length > 0 && speakers.length <= MAX_SPEAKERS ? { speakers } : {},
  };
}

/** More distinct names than this are prefixes of a log, not speakers. */
const MAX_SPEAKERS = 1_000;
/** What programs write where a chat has names. */
const LOG_LEVEL = /^(?:trace|debug|info|notice|warn(?:ing)?|error|err|fatal|critical|severe|panic)\b/i;
/** Beginning of a text in which messages are looked for, in UTF-16 units. */
const HEAD_LENGTH = 20_000;
const MIN_TIMESTAMPED = 2;
/** Messages that tell a transcript in which they have times and no dates. */
const MIN_TIMED = 3;

/**
 * Whether a text is a chat or a transcript, whatever its name is: from its first line on, lines begin with date, time and
 * name, or with names that transcripts give to voices, or are names with times that are above what is said.
 */
export function isChatText(text: string): boolean {
  const head = text.slice(0, HEAD_LENGTH);
  const messages = chatMessages(head);
  if (messages.some(({ speaker }) => LOG_LEVEL.test(speaker))) return false;
  const isAtStart = messages.length > 0 && head.slice(0, messages[0]!.startChar).split('\n').length <= 4;
  if (!isAtStart) return false;
  if (messages.every(({ speaker }) => isVoiceName(speaker))) return messages.length >= MIN_TIMESTAMPED;
  if (isTimedTranscript(head, messages)) return true;
  const stamped = messages.filter(({ isCertain, stamp }) => isCertain && /\p{Nd}[./年년-]\s?\p{Nd}/u.test(stamp ?? ''));
  return (
    stamped.length >= MIN_TIMESTAMPED &&
    stamped.length * 2 > messages.length &&
    isSpoken(stamped.map(({ speaker }) => speaker))
  );
}

/**
 * Whether each message is below a line of its own with who speaks, and when since the beginning; somebody twice. Entries of an
 * agenda have no text, or do not recur.
 */
function isTimedTranscript(text: string, messages: readonly ChatMessage[]): boolean {
  const times = messages.map(({ stamp }) => /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})$/.exec(stamp ?? ''));
  const seconds = times.map((time) =>
    time === null ? Number.NaN : Number(time[1] ?? 0) * 3600 + Number(time[2]) * 60 + Number(time[3]),
  );
  const said = messages.map(({ startChar, endChar }) => text.slice(startChar, endChar).trim().split('\n'));
  return (
    messages.length >= MIN_TIMED &&
    messages.every(({ isCertain }) => isCertain) &&
    seconds.every((time, at) => at === 0 || time >= seconds[at - 1]!) &&
    said.every(([head, ...lines], at) => lines.length > 0 && head!.trimEnd().endsWith(messages[at]!.stamp!)) &&
    new Set(messages.map(({ speaker }) => speaker)).size < messages.length &&
    isSpoken(messages.map(({ speaker }) => speaker))
  );
}

/** The processes of a log recur as speakers do, but a path or a number is not the name of a speaker. */
function isSpoken(speakers: readonly string[]): boolean {
  return !speakers.some((name) => /[/\\=@[\]]|^\d+$|\.\w/.test(name));
}
