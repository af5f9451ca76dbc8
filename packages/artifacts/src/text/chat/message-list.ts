import { isObject } from '@topicmill/base/json';
/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

const LISTS = ['messages', 'chat_messages', 'items', 'value', 'conversation'];

/** The messages of an exported chat, or of all chats of an export; `undefined` when the data are no such thing. */
export function messageList(data: unknown): readonly unknown[] | undefined {
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
