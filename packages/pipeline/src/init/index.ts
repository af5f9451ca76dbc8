export type { FolderEntry, FolderView } from '../site-config/index.js';
export type { ChosenSites, EvaluatedConfigs } from './choose-sites.js';
export { chooseSources, type SourceChoice, type SourceWishes } from './choose-sources.js';
export { readJsonObject } from './edit-json.js';
export type { NextCommands } from './next-commands.js';
export { NX_VERSION, refuseUnsupportedNx, SUPPORTED_NX } from './nx-support.js';
export { type FileChange, type FoundPages, type InitOptions, type InitPlan, planInit } from './plan-init.js';
export type { LooseMarkdown } from './survey-docs.js';
export { INIT_RECORD, isInitRecord, planUndo, recordedChanges, type UndoneFile } from './undo-init.js';
