/** Address of a file of the docs root, from the viewer's page. */
export function fileUrl(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
