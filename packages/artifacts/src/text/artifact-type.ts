import { decodeText } from './decode-text.js';
import { isChatExport, isChatText } from './read-chat-export.js';
import { isMailbox } from './split-mailbox.js';

/** What an artifact is, which decides where it is split. */
export type ArtifactType = 'email' | 'chat' | 'code' | 'doc';

const CODE_ENDINGS =
  /\.(?:[cm]?[jt]sx?|py|pyi|go|cs|java|rs|rb|php|c|cc|cpp|cxx|h|hh|hpp|sh|bash|kt|kts|swift|scala|lua|pl|r|sql)$/i;
const CHAT_NAME =
  /(?:^|[^a-z])(?:chat|conversation|irc|whatsapp|slack|discord|telegram)s?(?:[^a-z].*)?\.(?:txt|log|json|jsonl)$/i;
const CAPTIONS = /\.(?:vtt|srt)$/i;
/** Names of files whose content says whether they are chats; those without an ending may be mailboxes too. */
const DATA = /\.(?:json|jsonl|ndjson)$/i;
const TEXT = /(?:\.(?:txt|log|text)|(?:^|[/\\])[^./\\]+)$/i;
/** Bytes of a text in which its first messages are looked for. */
const HEAD_BYTES = 65_536;

/** The type of a file by its name, and where that says nothing by its content; `doc` where neither does. */
export function artifactTypeOf(fileName: string, bytes: Uint8Array = new Uint8Array()): ArtifactType {
  if (/\.(?:eml|mbox|mbx)$/i.test(fileName)) return 'email';
  if (CODE_ENDINGS.test(fileName)) return 'code';
  if (CHAT_NAME.test(fileName) || CAPTIONS.test(fileName)) return 'chat';
  if (DATA.test(fileName)) return isChatExport(decodeText(bytes)?.text ?? '') ? 'chat' : 'doc';
  if (!TEXT.test(fileName)) return 'doc';
  // Whole lines: a character may be cut at the limit.
  const head = bytes.length <= HEAD_BYTES ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a, HEAD_BYTES) + 1);
  if (isMailbox('', Buffer.from(head).toString('latin1'))) return 'email';
  return isChatText(decodeText(head)?.text ?? '') ? 'chat' : 'doc';
}
