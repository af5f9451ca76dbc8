/** Copies the published schemas into dist/schemas, where editors of those who have installed this package find them. */
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));

cpSync(pathOf('../../schemas'), pathOf('dist/schemas'), { recursive: true });
