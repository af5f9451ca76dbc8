import { Option } from 'commander';

/** Not `--version`, which is that of the program. */
export function docsVersionOption(): Option {
  return new Option('--docs-version <version>', 'keep to the docs of this version, or all (default: the current one)');
}

export function localeOption(): Option {
  return new Option('--locale <locale>', 'keep to the docs in this language, or all (default: the first one)');
}
