import { Option } from 'commander';

/** Not `--version`, which is that of the program. */
export function docsVersionOption(): Option {
  return new Option('--docs-version <version>', 'only docs of this version, or all (default: the current one)');
}

export function localeOption(): Option {
  return new Option('--locale <locale>', 'only docs in this language, or all (default: the first one)');
}
