/** Folder at the workspace's root that keeps what one run leaves for the next; it is not committed. */
export const STATE_DIRECTORY = '.topicmill';
