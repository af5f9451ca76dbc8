import type { SiteSettings } from '@topicmill/base/config';
import type { AnchorRules } from '@topicmill/text/slugs';
import { isVersionBefore } from './generator-version.js';

/** How the site of these settings makes the ids of headings. */
export function anchorRules(settings: SiteSettings): AnchorRules {
  switch (settings.generator) {
    case 'docusaurus':
      return { style: 'docusaurus', maintainsCase: settings.anchorCase === 'keep' };
    case 'vitepress':
    case 'vuepress':
      return { style: 'vitepress' };
    case 'starlight':
      return { style: 'astro', trimsHyphen: isVersionBefore(settings.version, [6]), smartDashes: settings.smartDashes };
    case 'hugo':
      return {
        style: 'hugo',
        idType: settings.headingIds,
        fromSource: isVersionBefore(settings.version, [0, 144]),
        typographer: settings.typographer,
      };
    case 'mkdocs':
      return {
        style: 'python-markdown',
        slugify: settings.slugify,
        separator: settings.slugSeparator,
        hasAttributes: settings.attributes,
        hasEmoji: settings.emoji,
      };
    case 'mdbook':
      return {
        style: 'mdbook',
        smartPunctuation: settings.smartPunctuation ?? !isVersionBefore(settings.version, [0, 5]),
      };
    case 'jekyll':
      return { style: 'kramdown', isGfm: settings.gfm, prefix: settings.autoIdPrefix };
    case 'quarto':
      return { style: 'pandoc' };
    case 'docfx':
    case 'none':
      return { style: 'github' };
  }
}
