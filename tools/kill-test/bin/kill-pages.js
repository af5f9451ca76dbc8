#!/usr/bin/env node
import { main } from '../dist/kill-pages.js';

process.exitCode = await main(process.argv.slice(2));
