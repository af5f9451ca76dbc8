/** Path of a topic's file below the docs root. */
export function topicPath(id: string, file: string): string {
  return id === '' ? file : `${id}/${file}`;
}

/** Address of a file of the docs root, from the viewer's page. */
export function fileUrl(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
