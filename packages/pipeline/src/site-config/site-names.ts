import type { SiteGenerator } from '@topicmill/base/config';
import { isObject } from '@topicmill/base/json';
import { oneLine } from '@topicmill/text/white-space';
import { type ConfigValue, objectAt, textAt } from './config-value.js';
import { starlightOptions } from './generators/starlight-options.js';

/** What a site calls itself, and says of itself in a sentence, each on one line. */
export interface SiteNames {
  readonly title?: string;
  readonly description?: string;
}

/** The names in a generator's configuration; those that are not plain texts are left out. */
export function siteNames(generator: SiteGenerator, config: ConfigValue): SiteNames {
  const [title, description] = written(generator, config).map((name) =>
    name === undefined ? undefined : oneLine(name) || undefined,
  );
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
}

function written(generator: SiteGenerator, config: ConfigValue): (string | undefined)[] {
  switch (generator) {
    case 'docusaurus':
      return [textAt(config, 'title'), textAt(config, 'tagline')];
    case 'vitepress': {
      const root = objectAt(config, 'locales', 'root');
      const named = (key: string): string | undefined => textAt(config, key) ?? textAt(root, key);
      return [named('title'), named('description')];
    }
    case 'vuepress': {
      const root = objectAt(config, 'locales', '/');
      const named = (key: string): string | undefined => textAt(config, key) ?? textAt(root, key);
      return [named('title'), named('description')];
    }
    case 'starlight': {
      const options = starlightOptions(config);
      return [textAt(options, 'title') ?? firstText(options['title']), textAt(options, 'description')];
    }
    case 'hugo':
      return [anyCase(config, 'title'), anyCase(objectAt(config, 'params'), 'description')];
    case 'mkdocs':
      return [textAt(config, 'site_name'), textAt(config, 'site_description')];
    case 'mdbook': {
      const book = objectAt(config, 'book');
      return [textAt(book, 'title'), textAt(book, 'description')];
    }
    case 'jekyll':
      return [textAt(config, 'title'), textAt(config, 'description')];
    case 'quarto': {
      const named = (key: string): string | undefined =>
        textAt(objectAt(config, 'website'), key) ?? textAt(objectAt(config, 'book'), key);
      return [named('title'), named('description')];
    }
    case 'docfx': {
      const metadata = objectAt(config, 'build', 'globalMetadata');
      return [
        textAt(metadata, '_appName') ?? textAt(metadata, '_appTitle') ?? textAt(metadata, 'titleSuffix'),
        undefined,
      ];
    }
    case 'none':
      return [textAt(config, 'title'), textAt(config, 'description')];
  }
}

/** Of titles by language, that of the first one. */
function firstText(value: unknown): string | undefined {
  return Object.values(isObject(value) ? value : {}).find((each) => typeof each === 'string');
}

/** Keys of Hugo's configuration are case-insensitive. */
function anyCase(config: ConfigValue, key: string): string | undefined {
  const found = Object.keys(config).find((each) => each.toLowerCase() === key);
  return found === undefined ? undefined : textAt(config, found);
}
