import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

/** All tests of the Nx plugin, with those that `npm test` leaves out because every call of Nx takes seconds. */
const config = mergeConfig(base, defineConfig({}));
config.test = { ...config.test, include: ['apps/nx-plugin/test/**/*.test.ts'], exclude: [] };

export default config;
