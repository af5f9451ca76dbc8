import type { SiteSettings } from '@topicmill/base/config';
import type { AnchorRules } from '@topicmill/text/slugs';

/** How the site of these settings makes the ids of headings. */
export function anchorRules(settings: SiteSettings): AnchorRules {
  switch (settings.generator) {
    case 'docusaurus':
      return { style: 'docusaurus', maintainsCase: settings.anchorCase === 'keep' };
    case 'vitepress':
      return { style: 'vitepress' };
    case 'starlight':
      return { style: 'astro', trimsHyphen: isBefore(settings.version, [6]), smartDashes: settings.smartDashes };
    case 'hugo':
      return { style: 'hugo', idType: settings.headingIds, fromSource: isBefore(settings.version, [0, 144]) };
    case 'mkdocs':
      return {
        style: 'python-markdown',
        slugify: settings.slugify,
        separator: settings.slugSeparator,
        hasAttributes: settings.attributes,
        hasEmoji: settings.emoji,
      };
    case 'mdbook':
      return { style: 'mdbook', smartPunctuation: settings.smartPunctuation ?? !isBefore(settings.version, [0, 5]) };
    case 'jekyll':
      return { style: 'kramdown', isGfm: settings.gfm };
    case 'none':
      return { style: 'github' };
  }
}

/** Whether a version is older; one that is not known is taken for the newest. */
function isBefore(version: string | undefined, limit: readonly number[]): boolean {
  if (version === undefined) return false;
  const parts = version.split('.').map(Number);
  for (const [at, wanted] of limit.entries()) {
    const part = parts[at] ?? 0;
    if (part !== wanted) return part < wanted;
  }
  return false;
}
