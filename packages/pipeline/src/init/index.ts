export type { FolderEntry, FolderView } from '../site-config/index.js';
export type { NextCommands } from './next-commands.js';
export { type FileChange, type InitOptions, type InitPlan, NX_VERSION, planInit } from './plan-init.js';
export type { LooseMarkdown } from './survey-docs.js';
