/** The chunking strategies are some two hundred modules, and much that works on a docs root chunks nothing. */
export function loadChunking(): Promise<typeof import('@topicmill/chunking')> {
  return import('@topicmill/chunking');
}
