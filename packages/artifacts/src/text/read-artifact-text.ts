import { readChatExport } from './chat/read-chat-export.js';
import { readDocument } from './doc/read-document.js';
import { isMail, readMail } from './mail/read-mail.js';
import type { ReadableText } from './readable-text.js';

/**
 * The text of an artifact: of a mail as it is sent its text, of a chat exported as JSON its lines, of all others the text
 * itself, of a document with its title.
 *
 * @param type `email`, `chat`, `doc` or any other
 * @param bytes the text as it was read, for a mail whose parts have other encodings than UTF-8
 */
export async function readArtifactText(text: string, type: string, bytes?: Uint8Array): Promise<ReadableText> {
  if (type === 'email' && isMail(text)) return readMail(bytes ?? text);
  if (type === 'doc') return readDocument(text);
  const chat = type === 'chat' ? readChatExport(text) : undefined;
  return chat ?? { content: text, attributes: {} };
}
