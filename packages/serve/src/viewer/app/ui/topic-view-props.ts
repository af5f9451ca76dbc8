import type { DocsConnection } from '../data/docs-connection.js';
import type { LoadedTopic } from '../data/load-topic.js';
import type { Route } from '../route.js';
import type { Navigate } from './use-route.js';

/** What the page of a topic and its views share. */
export interface TopicViewProps {
  readonly topic: LoadedTopic;
  readonly route: Route;
  readonly navigate: Navigate;
  readonly connection: DocsConnection;
}
