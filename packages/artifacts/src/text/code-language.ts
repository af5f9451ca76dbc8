/** A programming language whose grammar is at hand; names are those of the grammars' files. */
export type CodeLanguage =
  | 'bash'
  | 'c-sharp'
  | 'cpp'
  | 'go'
  | 'java'
  | 'javascript'
  | 'php'
  | 'python'
  | 'ruby'
  | 'rust'
  | 'tsx'
  | 'typescript';

/** Characters of a text that hints are looked for in. */
const SAMPLE_LENGTH = 50_000;

/** Mean length from which the lines of a text are not lines that somebody wrote. */
const DENSE_LINE_LENGTH = 400;

const CLASS = /^[ \t]*(?:export (?:default )?)?(?:abstract )?class [\w$]+(?: extends [\w$.]+)? \{$/gm;

/** Lines that suggest a language, each counted as often as it occurs, up to ten times. */
const HINTS: readonly (readonly [language: CodeLanguage, hints: readonly RegExp[]])[] = [
  [
    'python',
    [
      /^[ \t]*(?:async )?def \w+\($/gm,
      /^[ \t]*(?:async )?def \w+\([^)\r\n\u2028\u2029]*\).*:\s*$/gm,
      /^[ \t]*class \w.*:\s*$/gm,
      /^(?:from [\w.]+ )?import [\w., ()]+$/gm,
      /\bself\./g,
      /^[ \t]*(?:elif .*|else|try|except.*):$/gm,
    ],
  ],
  [
    'go',
    [
      /^package \w+\s*$/gm,
      /^func (?:\(\w+ \*?\w+(?:\[\w+\])?\) )?\w+/gm,
      /:= /g,
      /^type \w+ (?:struct|interface) \{/gm,
    ],
  ],
  [
    'java',
    [
      /^(?:package|import)(?: static)? [\w.]+(?:\.\*)?;/gm,
      /^[ \t]*(?:public|private|protected)(?: static)?(?: final)? [\w<>[\], ]+ \w+\(/gm,
      /@Override/g,
      /^(?:public )?(?:final |abstract )*(?:class|interface|record|enum) \w+/gm,
    ],
  ],
  [
    'c-sharp',
    [
      /^using (?:static )?[\w.]+(?: = [\w.]+)?;/gm,
      /^namespace [\w.]+;?\s*\{?$/gm,
      /\{ get; (?:(?:private |init|set|internal )*;? )*\}/g,
      /^[ \t]*(?:public|private|protected|internal)(?: (?:static|async|override|virtual|sealed|partial|readonly))* [\w<>[\]?, ]+ \w+/gm,
      /^[ \t]*\[\w+(?:\(.*\))?\]\s*$/gm,
    ],
  ],
  [
    'typescript',
    [
      /: (?:string|number|boolean|void|unknown|never|Promise<.*>|readonly .*)\b/g,
      /^[ \t]*(?:export )?(?:interface|type|enum|namespace) \w+/gm,
      /^import (?:type )?.* from ['"].*['"];?$/gm,
      /^[ \t]*(?:private|public|protected|readonly) \w+/gm,
      CLASS,
    ],
  ],
  [
    'tsx',
    [
      /<\/[A-Za-z][\w.]*>|<>|\/>/g,
      /: (?:string|number|boolean|ReactNode|JSX\.Element)\b/g,
      /^import .* from ['"]react['"];?$/gm,
    ],
  ],
  [
    'javascript',
    [
      /^[ \t]*(?:const|let|var) [^=\n]* ?= ?/gm,
      /\brequire\(['"]/g,
      /\bmodule\.exports\b/g,
      /^(?:export (?:default )?)?(?:async )?function\*? ?[\w$]*\(/gm,
      / ?=> ?/g,
      /\breturn (?:void 0|!function)\b|[=(,!]function(?: \w+)?\(/g,
      /^import .* from ['"].*['"];?$/gm,
      CLASS,
    ],
  ],
  [
    'rust',
    [
      /^[ \t]*(?:pub(?:\(\w+\))? )?(?:async )?fn \w+/gm,
      /\blet mut \w+/g,
      /^[ \t]*impl(?:<.*>)? \w+/gm,
      /^use [\w:{}, *]+;$/gm,
    ],
  ],
  [
    'ruby',
    [
      /^[ \t]*end$/gm,
      /^[ \t]*def (?:self\.)?\w+[?!]?(?:\(.*\))?$/gm,
      /^require(?:_relative)? ['"]/gm,
      /^[ \t]*(?:attr_\w+|include) /gm,
    ],
  ],
  ['php', [/<\?php/g, /\$\w+->/g, /^[ \t]*(?:public|private|protected)? ?function \w+\(/gm]],
  [
    'cpp',
    [
      /^#include [<"]/gm,
      /\bstd::/g,
      /^#(?:define|ifndef|ifdef|pragma) /gm,
      /^[\w:*&<> ]+\b\w+(?:::\w+)?\([^;]*\) ?(?:const )?\{$/gm,
    ],
  ],
  ['bash', [/^#!.*\b(?:ba|z|da)?sh$/gm, /^[ \t]*(?:fi|done|esac)$/gm, /^(?:function )?\w+ ?\(\) ?\{$/gm]],
];

/** The languages that lines of a text suggest, the likeliest first. In one without lines, statements are looked at. */
export function likelyLanguages(text: string): CodeLanguage[] {
  const head = isDense(text) ? text.slice(0, SAMPLE_LENGTH).replace(/[;{}]/g, '$&\n') : text.slice(0, SAMPLE_LENGTH);
  return HINTS.map(([language, hints]) => ({
    language,
    score: hints.reduce((sum, hint) => sum + countMatches(head, hint), 0),
  }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ language }) => language);
}

function countMatches(text: string, hint: RegExp): number {
  return Math.min(10, text.match(hint)?.length ?? 0);
}

/** Whether a source is minified, or written on one line. */
export function isDense(text: string): boolean {
  const head = text.slice(0, SAMPLE_LENGTH);
  const lineCount = head.split('\n').length;
  return head.length > DENSE_LINE_LENGTH * lineCount;
}
