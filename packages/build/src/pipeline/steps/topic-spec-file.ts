/** File of a topic that people and the tool both write. */
export const TOPIC_SPEC_FILE = 'topic-spec.md';
