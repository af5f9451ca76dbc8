import type { EmbeddedTopic, TopicIndex } from '@topicmill/topics/formats';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DocsConnection } from '../data/docs-connection.js';
import { formatRoute } from '../route.js';
import { Skeleton } from './load-states.js';
import { useLoaded } from './use-loaded.js';

interface TopicTreeProps {
  readonly connection: DocsConnection;
  readonly root: TopicIndex | undefined;
  readonly selectedId: string;
}

/** All topics below the docs root; folders are loaded when they are opened. */
export function TopicTree({ connection, root, selectedId }: TopicTreeProps) {
  if (root === undefined) return <Skeleton name="Loading the topics" lineCount={8} />;
  return <Branches topics={root._embedded.topics} connection={connection} selectedId={selectedId} />;
}

interface BranchesProps {
  readonly topics: readonly EmbeddedTopic[];
  readonly connection: DocsConnection;
  readonly selectedId: string;
}

function Branches({ topics, ...rest }: BranchesProps) {
  return (
    <ul>
      {topics.map((topic) => (
        <li key={topic.id}>
          {topic.topic_count === 0 ? (
            <TreeLink topic={topic} selectedId={rest.selectedId} />
          ) : (
            <Branch topic={topic} {...rest} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface BranchProps extends Omit<BranchesProps, 'topics'> {
  readonly topic: EmbeddedTopic;
}

function Branch({ topic, connection, selectedId }: BranchProps) {
  const holdsSelected = selectedId === topic.id || selectedId.startsWith(`${topic.id}/`);
  const [isToggled, setToggled] = useState<boolean>();
  const isTopLevel = !topic.id.includes('/');
  const isOpen = isToggled ?? (holdsSelected || isTopLevel);
  return (
    <>
      <span class="branch">
        <button
          type="button"
          class="twist"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} ${topic.title}`}
          onClick={() => setToggled(!isOpen)}
        />
        <TreeLink topic={topic} selectedId={selectedId} />
      </span>
      {isOpen && <OpenBranch topic={topic} connection={connection} selectedId={selectedId} />}
    </>
  );
}

function OpenBranch({ topic, connection, selectedId }: BranchProps) {
  const { value } = useLoaded(() => connection.index(topic.id), [connection.folderState(topic.id), topic.id]);
  return value === undefined ? null : (
    <Branches topics={value._embedded.topics} connection={connection} selectedId={selectedId} />
  );
}

/** Dotted names may break after their dots. */
function breakable(title: string): string {
  return title.replace(/\.(?=\w)/g, '.\u200b');
}

function TreeLink({ topic, selectedId }: { readonly topic: EmbeddedTopic; readonly selectedId: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  const isSelected = topic.id === selectedId;
  useEffect(() => {
    if (isSelected) scrollTreeTo(link.current!);
  }, [isSelected]);
  return (
    <a ref={link} href={formatRoute({ id: topic.id })} aria-current={isSelected ? 'page' : undefined}>
      {breakable(topic.title)}
    </a>
  );
}

/** Scrolls the list only, and only if the link is not in view; the page stays where the reader is. */
function scrollTreeTo(link: HTMLElement): void {
  const scroller = link.closest('.tree')!;
  const [row, frame] = [link.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (row.top >= frame.top && row.bottom <= frame.bottom) return;
  scroller.scrollTop += row.top - frame.top - frame.height / 2;
}
