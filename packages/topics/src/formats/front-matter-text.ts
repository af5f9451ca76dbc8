import { oneLine } from '@topicmill/text/white-space';

/**
 * What is markdown or a shortcode to any reader. A generator may show a title as it is written: names such as
 * `__init__`, `*args` and `<video>` stay.
 */
const MARKUP = new RegExp(
  [
    String.raw`(?<!\x60)(?<ticks>\x60+)(?!\x60)(?<code>.+?)(?<!\x60)\k<ticks>(?!\x60)`,
    String.raw`(?<shortcode>\{\{[<%](?!\/\*).*?[>%]\}\}|\{%.*?%\})`,
    String.raw`(?<image>!?)\[(?<label>(?:[^[\]]|\[[^[\]]*\])*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)`,
    String.raw`<(?<tag>a|b|code|em|i|kbd|small|span|strong|sub|sup)\b[^<>]*>(?<element>[^<>]*)</\k<tag>>`,
    String.raw`(?<![\p{L}\p{N}*\\])(?<stars>\*{1,3})(?=[\p{L}\p{N}\x60"'“([])(?<starred>[^*]*[^\s*/\\])\k<stars>(?![\p{L}\p{N}*])`,
    String.raw`(?<![\p{L}\p{N}_\\])(?<lines>_{1,3})(?=[\p{L}\p{N}\x60"'“([])(?<lined>[^_]*\s[^_]*[^\s_/\\])\k<lines>(?![\p{L}\p{N}_])`,
    String.raw`~~(?=\S)(?<struck>[^~]*[^\s~])~~`,
  ].join('|'),
  'gu',
);
const SHOWN_PARAMETER = /\s(?:text|title|label)\s*=\s*(?:"([^"]*)"|'([^']*)')/;
/** Longer texts are nobody's title or description. In UTF-16 units. */
const MAX_LENGTH = 4000;

/**
 * A title or a description of front matter as a reader sees it, on one line: links become their text, code loses its
 * backticks; emphasis and images go, and shortcodes but for the text that they show.
 */
export function frontMatterText(written: string): string {
  return oneLine(written.length <= MAX_LENGTH ? reduce(written) : written);
}

function reduce(written: string): string {
  return written.replace(MARKUP, (...match) => {
    const groups = match.at(-1) as Record<string, string | undefined>;
    const { code, shortcode, image, label } = groups;
    if (code !== undefined) return code;
    if (shortcode !== undefined) {
      const [, text = '', other = ''] = SHOWN_PARAMETER.exec(shortcode) ?? [];
      return text || other;
    }
    if (label !== undefined) return image === '!' ? '' : reduce(label);
    return reduce(groups['element'] ?? groups['starred'] ?? groups['lined'] ?? groups['struck'] ?? '');
  });
}
