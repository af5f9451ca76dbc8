export { clearWay, isFolder, isObstruction, removeCacheFile, shownInCache, writeCacheFile } from './cache-file.js';
export { filesBelow, listDirectory, listEntries, readableEntries } from './list-folder.js';
export type { LateEdit, ReplacedFile } from './opened-file.js';
export {
  type DocumentFile,
  decodeDocument,
  errorCode,
  readBytes,
  readBytesIfExists,
  readDocument,
  readDocumentIfExists,
  readTextIfExists,
} from './read-document.js';
export { linesOfStream, readLines } from './read-lines.js';
export { isPipe, refuseByStats, refuseLinkOrPipe } from './refuse-link-or-pipe.js';
export { readSeal, readSealedFile, sealJson, sealOf, unsealJson } from './sealed-file.js';
export { leftAside, restoreAside } from './set-aside.js';
export { sha256Hex } from './sha256.js';
export { pathBelow, relativePath, slashPath } from './slash-path.js';
export { sleepMs } from './sleep.js';
export { isBeingWritten, isWritersName, parseTemporaryName, temporaryPath } from './temporary-file.js';
export { type UpdatedFile, type UpdateOptions, updateFile } from './update-file.js';
export { removeEmptyFolder, removeFile, removeFolder, sweepTemporaryFiles, writeFileIfChanged } from './write-file.js';
export { writePieces } from './write-pieces.js';
