import { counted } from '@topicmill/base/diagnostics';
import type { Docs } from '@topicmill/search/retrieval';
import { characterStart } from '@topicmill/text/scripts';
import { type ListedTopic, listEdition } from './topic-texts.js';

export const HOW_TO =
  'To answer a question, begin with context, which collects what answers it within a number of tokens, or with search, ' +
  'which returns single chunks with their addresses. If neither has the answer, find_topics lists the topics that may, for ' +
  'you to choose from. read_topic reads on from a chunk, sample_topic gives an impression ' +
  'of a whole topic in few tokens, list_topics lists what there is.';
/** Instructions are read before everything else, and some clients cut them off at 2 KB. In UTF-16 units. */
const MAX_LENGTH = 2000;
const MAX_TITLE_LENGTH = 80;
const MAX_DESCRIPTION_LENGTH = 400;
/** Docs with more topics are described by their sections. */
const MAX_LISTED_TOPICS = 30;

/** A folder with the topics in it, or a topic that is in none. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly topics: readonly ListedTopic[];
}

/**
 * What docs are about, for a model that has not read them: title, description, what to call, and the topics, or in large docs the
 * sections with their numbers of topics and as many titles as there is room for.
 *
 * @throws what the loader throws where nothing can be read now
 */
export async function describeDocs(docs: Docs): Promise<string> {
  const { title, description } = await docs.index('');
  const listed = await listEdition(docs, '', {});
  const sentences = [
    `Documentation, split into chunks: ${shortened(title, MAX_TITLE_LENGTH)}.`,
    ...(description === undefined ? [] : [shortened(description, MAX_DESCRIPTION_LENGTH)]),
    HOW_TO,
    ...(await describeEditions(docs)),
  ].join(' ');
  return `${sentences} ${describeTopics(listed, MAX_LENGTH - sentences.length)}`;
}

function describeTopics(listed: readonly ListedTopic[], room: number): string {
  const topics = listed.filter(({ isTopic }) => isTopic);
  const count = counted(topics.length, 'topic');
  const titles = topics.map(titleOf);
  const all = `${count}: ${titles.join('; ')}.`;
  if (topics.length === 0) return `${count}.`;
  if (topics.length <= MAX_LISTED_TOPICS && all.length <= room) return all;
  const isFolder = ({ id, topics: own }: Section): boolean => own.some((topic) => topic.id !== id);
  const sections = groupIntoSections(listed, '');
  const folders = sections.filter(isFolder);
  const ordered = [...folders, ...sections.filter((section) => !isFolder(section))];
  const heads = ordered.map((section) =>
    isFolder(section)
      ? `${titleOf(section)} (${section.id}, ${counted(section.topics.length, 'topic')})`
      : titleOf(section),
  );
  const opening = folders.length === 0 ? `${count}: ` : `${count}, by section with its id for list_topics: `;
  const more = (left: number): string => `; and ${left} more: list_topics`;
  const roomOfList = room - opening.length - more(topics.length).length - 1;
  const kept = countWithin(heads, '; ', roomOfList);
  if (kept < heads.length) return `${opening}${heads.slice(0, kept).join('; ')}${more(heads.length - kept)}.`;
  const share = Math.floor((roomOfList - heads.join('; ').length) / Math.max(1, folders.length));
  const filled = heads.map((head, at) => `${head}${at < folders.length ? titlesWithin(ordered[at]!, share) : ''}`);
  return `${opening}${filled.join('; ')}.`;
}

/** The topics by the folder below `below` that they are in; one folder around all of them is not a section. */
function groupIntoSections(listed: readonly ListedTopic[], below: string): Section[] {
  const depth = below === '' ? 0 : below.split('/').length;
  const byFolder = new Map<string, ListedTopic[]>();
  for (const topic of listed) {
    if (!topic.isTopic) continue;
    const folder = topic.id
      .split('/')
      .slice(0, depth + 1)
      .join('/');
    const own = byFolder.get(folder);
    if (own === undefined) byFolder.set(folder, [topic]);
    else own.push(topic);
  }
  const [[only, topics] = ['', []]] = byFolder;
  if (byFolder.size === 1 && topics.some(({ id }) => id !== only)) return groupIntoSections(listed, only);
  const titles = new Map(listed.map(({ id, title }) => [id, title]));
  return [...byFolder].map(([id, own]) => ({ id, title: titles.get(id) ?? id, topics: own }));
}

/** Titles of a section after its name, as many as fit. */
function titlesWithin({ id, topics }: Section, room: number): string {
  const titles = topics.filter((topic) => topic.id !== id).map(titleOf);
  const [before, after] = [': ', ', …'];
  const kept = countWithin(titles, ', ', room - before.length - after.length);
  return kept === 0 ? '' : `${before}${titles.slice(0, kept).join(', ')}${kept < titles.length ? after : ''}`;
}

/** How many of some texts fit, joined. */
function countWithin(texts: readonly string[], joint: string, room: number): number {
  let length = -joint.length;
  const end = texts.findIndex((text) => {
    length += joint.length + text.length;
    return length > room;
  });
  return end === -1 ? texts.length : end;
}

function titleOf({ title }: { readonly title: string }): string {
  return shortened(title, MAX_TITLE_LENGTH);
}

function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, characterStart(text, maxLength - 1))}…`;
}

/** What is searched, where there is more; docs without a search index do not say. */
async function describeEditions(docs: Docs): Promise<string[]> {
  const editions = await docs.editions().catch(() => undefined);
  if (editions === undefined) return [];
  const { current, versions, locales } = editions;
  const told = (name: string, values: readonly string[], kept: readonly string[]): string[] =>
    values.length < 2 ? [] : [`${name}s: ${values.join(', ')}; without ${name}, only ${kept.join(', ') || 'all'}.`];
  const locale = current.locale === undefined ? [] : [current.locale];
  return [...told('version', versions, current.versions), ...told('locale', locales, locale)];
}
