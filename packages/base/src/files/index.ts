export {
  type DocumentFile,
  errorCode,
  readBytes,
  readBytesIfExists,
  readDocument,
  readDocumentIfExists,
  readTextIfExists,
} from './read-document.js';
export { sha256Hex } from './sha256.js';
export { listDirectory, removeFile, removeFolder, sweepTemporaryFiles, writeFileIfChanged } from './write-file.js';
export { type WrittenPieces, writePieces } from './write-pieces.js';
