export type { FolderEntry, FolderView } from '../sites/index.js';
export type { EvaluatedConfigs } from './choose-sites.js';
export { chooseSources, type SourceWishes } from './choose-sources.js';
export { readJsonObject } from './edit-json.js';
export { NX_VERSION, refuseUnsupportedNx, SUPPORTED_NX } from './nx-support.js';
export { type FoundPages, type InitOptions, type InitPlan, planInit } from './plan-init.js';
export type { BuiltSite } from './sources-of-html.js';
export { INIT_RECORD, isInitRecord, planUndo, recordedChanges, type UndoneFile } from './undo-init.js';
