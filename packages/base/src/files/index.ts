export { clearWay, isFolder, isObstruction, removeCacheFile, shownInCache, writeCacheFile } from './cache-file.js';
export {
  filesBelow,
  listDirectory,
  listEntries,
  pathBelow,
  readableEntries,
  relativePath,
  slashPath,
} from './list-folder.js';
export type { LateEdit, ReplacedFile } from './opened-file.js';
export {
  type DocumentFile,
  decodeDocument,
  errorCode,
  isPipe,
  linesOfStream,
  readBytes,
  readBytesIfExists,
  readDocument,
  readDocumentIfExists,
  readLines,
  readTextIfExists,
  refuseByStats,
  refuseLinkOrPipe,
  refuseLinksBelow,
} from './read-document.js';
export {
  computeSeal,
  readSeal,
  readSealedFile,
  sealCompressedJson,
  sealJson,
  sealText,
  sha256Hex,
  unseal,
} from './sealed-file.js';
export { leftAside, restoreAside } from './set-aside.js';
export { sleepMs } from './sleep.js';
export { isBeingWritten, isWritersName, parseTemporaryName, temporaryPath } from './temporary-file.js';
export { type UpdatedFile, type UpdateOptions, updateFile } from './update-file.js';
export {
  removeEmptyFolder,
  removeFile,
  removeFolder,
  sweepTemporaryFiles,
  writeFileIfChanged,
  writePieces,
} from './write-file.js';
