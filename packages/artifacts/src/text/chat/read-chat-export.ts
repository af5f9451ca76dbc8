import { isObject, parseJsonIfValid } from '@topicmill/base/json';
import { compareCodeUnits } from '@topicmill/base/order';
import { type ReadableText, readableTime, readableTitle } from '../readable-text.js';
import { type Fields, messageList } from './message-list.js';

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
