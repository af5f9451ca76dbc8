import { COMMENT_PHRASES_OF_LANGUAGES, PHRASES_OF_LANGUAGES } from './model-phrases-of-languages.js';
import { type Phrase, PhraseWords } from './phrase-words.js';

const MODEL = String.raw`(?:A\.?I\.?(?:[ -](?:assistant|agent|model|system|chatbot|bot|tool|reader|crawler|reviewer|summari[sz]er)s?)?|(?:large )?language models?|LLMs?|LLM[ -](?:agent|assistant|reader|crawler|tool)s?|chat-?bots?|ChatGPT|GPT-?\d*|Claude|Gemini|Copilot|Cursor|(?:coding|autonomous|automated|browsing) (?:agent|assistant)s?)`;
const TOLD = `(?:instructions?|prompts?|directions?|directives?|rules?|guidelines?|guardrails?|commands?|orders?|context|training|programming|constraints?|polic(?:y|ies)|safeguards?|messages?|tasks?)`;
const BEFORE = `(?:previous|prior|earlier|above|preceding|former|existing|original|initial|foregoing|other|your|system|safety)`;

/** Words that phrases need, and patterns that match wherever the phrase does; see `Phrase`. */
const IGNORE = 'ignor disregard forget overrid';
const MODEL_WORDS =
  'ai a.i large language llm chat gpt claude gemini copilot cursor coding autonomous automated browsing';
const HAS_MODEL = /a\.?is?(?![a-z])|model|llm|chat-?bot|gpt|claude|gemini|copilot|cursor|agent|assistant/i;
const NOTICE = String.raw`\b(?:attention|note|notice|message|instructions?|important|reminder|directives?|warning|hint|request)\s*:?,?\s*(?:to|for)?\s*(?:all|any|the|every)?\s*${MODEL}`;
const HAS_TOLD = new RegExp(TOLD, 'i');
const HAS_BEFORE = new RegExp(BEFORE, 'i');
const FROM_ON = /from\s+(?:now|this\s+point|here)\s+on/i;

/** Somebody tells what a model or a reader does, or may do. */
const TELLING = String.raw`(?<!\b(?:models?|agents?|assistants?|LLMs?|they|it|we|users?|people|may|might|can|could|would|safely)\s)(?<!\b(?:asks?|asked|tells?|told|instructs?|instructed|tricks?|tricked|causes?|caused)\s+(?:\S+\s+){1,3}to\s)(?<!\b(?:makes?|made|making)\s+(?!sure\b|certain\b)(?:\S+\s+){1,3})(?<!(?<!\b(?:you|${MODEL}|models?|agents?|assistants?)\s+)\b(?:will|shall|should|must)\s+(?:\w+ly\s+|also\s+|then\s+)?)`;
/** "Avoid overriding existing rules" tells nobody to do it. */
const STARTING = String.raw`(?<=^\W*|[,;—–.!?]\s*|\b(?:start|begin|keep|continue|please)\s+)`;
/** "This allows you to override existing rules" says what a setting is for; what a model alone has is not its subject. */
const OVERRIDE = String.raw`override(?:(?<!\b(?:allow(?:s|ing)|let(?:s|ting)|enabl(?:es|ing)|permit(?:s|ting))\s+(?:\S+\s+){1,3}override)|(?=\s+(?:\S+\s+){0,4}?(?:your|system|safety|instructions?|prompts?)\b))`;
const READING = String.raw`(?:\s+(?:(?:that|who|which)\s+)?(?:reads?|reading|process(?:es|ing)?|pars(?:es|ing)|index(?:es|ing)|summari[sz](?:es?|ing))\b[^:.\n]{0,40})?`;

const WHEN = String.raw`\bwhen\s+(?:you\s+(?:are\s+)?)?`;
/** People do so too: they generate a certificate and describe a bug. */
const MAKING = 'describing|describe|recommending|generating|comparing';
const MADE_BY_MODELS =
  '(?:answers?|responses?|repl(?:y|ies)|summar(?:y|ies)|texts?|content|outputs?|code|recommendations?|suggestions?|this (?:page|document(?:ation)?|article|text|guide|(?:web)?site|product|tool|package|library|framework|project|service|company|repository))';
const DIRECTED = '(?:always|never|you must|make sure to|be sure to|do not|only)';
const DIRECTED_SOON = String.raw`\b[^.\n]{0,60}?,?\s+${DIRECTED}\s+`;
const SAYING = '(?:say|state|recommend|mention|claim|praise|rank|suggest|answer|respond|tell|favou?r)';
const ADDING = '(?:include|add|insert|append|link|cite)';

/** Sentences that have no meaning but for a model. */
export const PHRASES: readonly Phrase[] = [
  {
    word: 'ignor disregard forget overrid bypass discard drop abandon aside attention follow obey comply',
    also: [HAS_TOLD, HAS_BEFORE],
    // "Override an existing command" tells how something is used, and after a colon something else begins.
    pattern: new RegExp(
      String.raw`\b${TELLING}(?:ignore|${STARTING}ignoring|disregard|${STARTING}disregarding|forget|${OVERRIDE}|${STARTING}overriding|bypass|discard|drop|abandon|set aside|pay no attention to|(?:do not|don['’]t|stop) (?:follow|obey|comply with)(?:ing)?)\s+(?!an?\s)(?:\S+\s+){0,4}?${BEFORE}\s+(?:[^\s:;]+\s+){0,2}?${TOLD}\b`,
      'i',
    ),
  },
  {
    word: IGNORE,
    also: [HAS_TOLD],
    pattern: new RegExp(
      String.raw`\b${TELLING}(?:ignore|disregard|forget|override)\s+(?:(?:all|any|every|the|these|those|your)\s+){0,3}${TOLD}\s+(?:above|before this|so far|you (?:were|have been|had been) given|given (?:above|before|earlier))\b`,
      'i',
    ),
  },
  {
    word: IGNORE,
    also: [HAS_TOLD],
    pattern: new RegExp(
      String.raw`(?<!\bto\s)\b${TELLING}(?:ignore|disregard|forget|override)\s+(?:all|any|every)\s+(?:of\s+)?(?:the\s+|your\s+)?(?:${TOLD}\b(?!\s+(?:in|on|for|of|from|that|which|matching|with|except|under|below|defined|within|by|at)\b)|(?:instructions?|prompts?|directives?|guardrails?)\b)`,
      'i',
    ),
  },
  {
    word: IGNORE,
    pattern:
      /\b(?:ignore|disregard|forget)\s+(?:everything|all|anything|what)\s+(?:\S+\s+){0,3}?(?:above|before|so far|previously|told|were told|said before|prior|been told|know)\b/i,
  },
  {
    word: 'attention note notice message instruction important reminder directive warning hint request',
    also: [HAS_MODEL],
    // "See the setup instructions for Cursor, …" speaks to people: with a comma, it is an address at the start only.
    pattern: new RegExp(
      String.raw`(?:${NOTICE}\b\s*(?:[:!—–]|\s-)|(?:^\s*|[:>*_([#!]\s*)(?:(?:an?|very|important|special|urgent|hidden|additional|further|final)\s+){0,3}${NOTICE}\b\s*[,.])`,
      'i',
    ),
  },
  {
    word: MODEL_WORDS,
    also: [/dear|hey|hello|hi|attention/i],
    pattern: new RegExp(
      String.raw`(?:^|[.!?:>*]\s+|\n\s*)(?:dear|hey|hello|hi|attention)[ ,:]+(?:all\s+|any\s+)?${MODEL}\s*[:,!.—–-]`,
      'i',
    ),
  },
  {
    word: 'if',
    also: [HAS_MODEL],
    pattern: new RegExp(
      String.raw`\bif\s+(?:you\s+are|you['’]re|this is (?:being )?(?:read|processed|parsed|summari[sz]ed) by)\s+(?:an?|the|any)?\s*${MODEL}\b(?!\s+(?:users?|customers?|subscribers?|developers?|compan\w+|fans?|vendors?|providers?|researchers?)\b)`,
      'i',
    ),
  },
  {
    word: MODEL_WORDS,
    also: [/should\s+you\s+be\s/i],
    pattern: new RegExp(
      String.raw`\bshould you be\s+(?:an?\s+)?${MODEL}\b(?!\s+(?:user|customer|developer|compan))`,
      'i',
    ),
  },
  {
    word: `${MODEL_WORDS} model assistant agent`,
    also: [/to\s+(?:the|all|any|every)\s/i],
    pattern: new RegExp(
      String.raw`(?:^|[.!?]\s+)to\s+(?:the|all|any|every)\s+(?:${MODEL}|models?|assistants?|agents?)\s*:`,
      'i',
    ),
  },
  {
    word: MODEL_WORDS,
    also: [/(?:as|being)\s+an?\s/i],
    pattern: new RegExp(
      String.raw`\b(?:as|being)\s+an?\s+${MODEL},?\s+you\s+(?:must|should|will|are|need|have to|shall|may)\b`,
      'i',
    ),
  },
  {
    word: MODEL_WORDS,
    also: [/this\b/i],
    pattern: new RegExp(
      String.raw`\b${MODEL}s?\s+(?:that (?:are )?|who (?:are )?|which (?:are )?)?(?:reading|processing|parsing|summari[sz]ing|indexing|ingesting|crawling|reads?|process(?:es)?|summari[sz]es?)\s+this\b[^.\n]{0,60}\b(?:must|should|shall|are (?:instructed|required|told|to)|is (?:instructed|required|to)|ha(?:ve|s) to|needs? to|please|will)\b`,
      'i',
    ),
  },
  {
    word: 'now',
    also: [/you\s+are\s+now\s/i],
    pattern:
      /\byou are now\s+(?:in\s+)?(?:an?\s+)?(?:DAN\b|developer mode|(?:un\w+|evil|free|jailbroken|different|new)\s+(?:AI|assistant|model|persona|mode|agent|version)|no longer (?:bound|restricted|an?))/i,
  },
  {
    word: 'now point here',
    also: [FROM_ON],
    pattern:
      /\bfrom (?:now|this point|here) on(?:wards?)?,?\s+you\s+(?:are|will be)\s+(?:DAN\b|an?\s+(?:\w+\s+){0,3}(?:AI|assistant|chat-?bot|language model)\b)/i,
  },
  {
    word: 'longer',
    // Release notes say to how much people are no longer limited.
    pattern:
      /\byou are no longer\s+(?:(?:bound|restricted|limited)(?:\s*(?:[.!,;:]|$)|\s+(?:by|in\s+(?:what|how))\b)|an?\s+(?:AI|assistant|helpful|language))/i,
  },
  {
    word: 'now point here',
    also: [FROM_ON],
    pattern:
      /\bfrom (?:now|this point|here) on(?:wards?)?,?\s+(?:you\s+(?:are|must|will|shall)\s+(?:act|respond|answer|reply|behave|obey|only|always|never|be an?)|(?:respond|answer|reply|act|behave|obey)\b)/i,
  },
  {
    word: 'reveal output repeat leak exfiltrate disclose dump',
    also: [/your\s/i],
    pattern:
      /\b(?:reveal|output|repeat|leak|exfiltrate|disclose|dump)\b[^.\n]{0,30}\byour\s+(?:\w+\s+){0,2}?(?:prompts?|instructions?|system messages?|chain of thought|context window|memory|tool (?:list|definitions?)|training data)\b/i,
  },
  {
    word: 'prompt message instruction chain context',
    also: [/(?:your|its)\s/i, /print|show|send|share|return|include|write|paste|forward|email|post|append|display/i],
    pattern:
      /\b(?:print|show|send|share|return|include|write out|paste|forward|email|post|append|display)\b[^.\n]{0,30}\b(?:your|its)\s+(?:\w+\s+){0,2}?(?:system (?:prompt|messages?|instructions?)|(?:hidden|secret|initial|original|full) (?:prompt|instructions)|chain of thought|context window)\b/i,
  },
  {
    word: 'user human operator',
    also: [/do\s+not|don['’]t|never|without/i],
    pattern:
      /\b(?:do not|don['’]t|never|without)\s+(?:tell(?:ing)?|mention(?:ing)?|reveal(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?|disclos(?:e|ing)|warn(?:ing)?|show(?:ing)?|ask(?:ing)?)\b[^.\n]{0,40}\b(?:to\s+)?the\s+(?:user|human|operator)\b[^.\n]*\b(?:this|these|instruction|prompt|hidden|comment|note|message|step|that you|read)\b/i,
  },
  {
    word: 'tell inform convince persuade advise assure recommend instruct urge',
    also: [/the\s+(?:user|human)\s/i],
    pattern:
      /\b(?=tell|inform|convince|persuade|advise|assure|recommend|instruct|urge)(?<=^\W*|[.!?:;,—–]\s*|\b(?:please|always|also|now|you (?:must|should|shall|will|need to|have to))\s+)(?:tell|inform|convince|persuade|advise|assure|recommend to|instruct|urge)\s+the\s+(?:user|human)\s+(?:that|to)\b[^.\n]*\b(?:http|www|run|install|visit|click|download|disable|password|token|key|safe|best|only|curl|paste|pay|wallet|account)\b/i,
  },
  {
    word: 'summari asked answer responding describ recommending generating comparing',
    also: [/when\s/i],
    pattern: new RegExp(
      String.raw`${WHEN}(?:summari[sz](?:e|ing)|asked about|answering|answer|responding|(?:${MAKING})\b(?=\s*,|\s+${DIRECTED}\s|(?:(?!\b${DIRECTED}\s)[^.\n]){0,60}?\b${MADE_BY_MODELS}\b))${DIRECTED_SOON}(?:${SAYING}|${ADDING})\b`,
      'i',
    ),
  },
  {
    word: 'describ recommending generating comparing',
    also: [/when\s/i],
    pattern: new RegExp(String.raw`${WHEN}(?:${MAKING})\b(?!\s+your\s)${DIRECTED_SOON}${SAYING}\b`, 'i'),
  },
  {
    word: 'im_start system assistant endofprompt inst] sys> instruction',
    also: [/[<|[/#]\s*(?:im_start|system|assistant|endofprompt|inst\]|sys>|instruction)/i],
    pattern:
      /(?:<\|im_start\|>|<\|(?:system|assistant|endofprompt)\|>|\[INST\]|<<SYS>>|<\/?system(?:[_-]?(?:prompt|message|instructions?|override))?>|\[\/?system(?:[ _-](?:override|message|prompt|note))?\](?![([])|#{2,3}\s*(?:system|instruction)\s*(?:prompt|override)?:)/i,
  },
  {
    word: 'override prompt directive',
    also: [/(?:system|admin|developer|emergency)\s/i],
    pattern: /\b(?:system|admin|developer|emergency)\s+(?:override|prompt injection test|directive)\s*[:!–—-]/i,
  },
  {
    word: 'enter enable activate switch engage',
    also: [/\smode\b/i],
    pattern:
      /\b(?:enter|enable|activate|switch to|engage)\s+(?:DAN|god|jailbreak|unrestricted)\s+mode\b[^.\n]{0,80}\b(?:you|respond|answer|restrictions?|filters?|rules|comply|output)\b/i,
  },
  {
    // Programs and phones have such modes, too: what they do for people is no address.
    word: 'enter enable activate switch engage',
    also: [/\smode\b/i],
    pattern:
      /\b(?:enter|enable|activate|switch to|engage)\s+(?:developer|debug|admin)\s+mode\b[^.\n]{0,80}\b(?:you\s+(?:(?:will|must|shall|should|can|may|now)\s+)?(?:respond|answer|reply|comply|obey|ignore|have no)|comply|(?:without|no|ignor\w+|drop|disregard)\s+(?:\w+\s+){0,2}(?:restrictions?|filters?|rules|limits))\b/i,
  },
  {
    word: 'pretend act imagine',
    also: [/(?:pretend|act\s+as\s+(?:if|though)|imagine)\s/i],
    pattern:
      /\b(?:pretend|act as (?:if|though)|imagine)\s+(?:that\s+)?you\s+(?:are|were|have)\s+(?:an?\s+)?(?:\w+\s+){0,3}(?:AI|model|assistant|no (?:rules|restrictions|guidelines|filters?)|unrestricted|root|administrator)\b/i,
  },
  {
    word: 'instruction task goal objective role prompt directive mission job',
    also: [/your\s+(?:new|real|true|actual|only|updated|next)\s/i],
    // "If your only goal is …" speaks to people, and so do the next tasks of a tutorial.
    pattern:
      /(?<!\b(?:if|when|whenever|once|unless|until|while|whether|what|where)\s+)\byour\s+(?:(?:new|real|true|actual|updated)\s+(?:instructions?|task|goal|objective|role|prompt|directives?|mission|job)|(?:only|next)\s+(?:instructions?|prompt|directives?))(?:\s*:|\s+(?:is|are)(?::|\s+(?:now\s+)?(?:to|that|an?|the|as)\b))/i,
  },
  {
    word: 'instruction',
    also: [/(?:new|updated|revised|additional|hidden)\s/i],
    pattern:
      /\b(?:new|updated|revised|additional|hidden)\s+(?:system\s+)?instructions?\s*(?:for (?:you|the (?:model|assistant)))?\s*:\s*\S/i,
  },
  ...PHRASES_OF_LANGUAGES,
];
const PATTERNS = PHRASES.map(({ pattern }) => pattern);
const WORDS = new PhraseWords(PHRASES);

/** In a comment that nobody else reads, less is enough. */
const COMMENT_PHRASES: readonly RegExp[] = [
  new RegExp(
    String.raw`^\s*(?:@|for |to |note (?:to|for) |hey |hi |dear )?\s*(?:the |all |any |every )?(?!cursor\s*:\s*(?:pointer|default|move|grab|text|help|wait|none|auto|not-allowed)\b)${MODEL}${READING}\s*(?:[:;!]\s*|,\s+|\s[—–-]\s+)\S`,
    'i',
  ),
  new RegExp(
    String.raw`\b${MODEL}s?\s+(?:must|should|shall|are (?:instructed|required|told|asked|expected) to|is (?:instructed|required|asked) to|please|need to|have to|may not|must not)\b`,
    'i',
  ),
  /^\s*(?:(?:system|assistant|agent|model|bot)\s+(?:prompt|note|instruction|message)s?|system|assistants?|agents?|bots?|crawlers?)\s*:\s*\S+(?:\s+\S+){2}/i,
  /^\s*(?:all |any )?(?:assistants|agents|bots|crawlers)\s+(?:must|should|shall|have to|need to|may not|must not)\s+(?!be\b)\w/i,
  /\b(?:agents?|assistants?|bots?|models?|crawlers?)\s+(?:that|who|which)?\s*(?:read|process|summari[sz]e|index|edit|see|pars)\w*\s+(?:this|the)\b/i,
  /\b(?:you are|act as|respond as|answer as)\s+(?:an?|the)\s+(?:\w+\s+){0,3}(?:assistant|AI|agent|model|expert|bot)\b/i,
  /\b(?:when|before|after|while)\s+(?:generating|summari[sz]ing|answering|responding|you (?:summari[sz]e|answer|respond))\b/i,
  /\b(?:tell|inform|convince|ask|send)\s+the\s+(?:user|human)\b/i,
  ...COMMENT_PHRASES_OF_LANGUAGES,
];

/** Words that tell whether a text is worth a closer look. */
export const MAY_SPEAK_TO_MODEL =
  /\b(?:A\.?I\.?|LLMs?|GPT|language model|chat-?bots?|ChatGPT|Claude|Gemini|Copilot|Cursor|agents?|assistants?|models?|instruc\w+|prompts?|ignor\w+|disregard\w*|forget|overrid\w+|bypass|obey|system|reveal|you are n|from (?:now|this point|here) on|the (?:user|human)|anweisung|instruktion|consigne|instrucc|instruç|istruz|when |\w+ mode\b|your (?:new|real|true|actual|only|updated|next) |guidelines?|guardrails?|context window|chain of thought|(?:KI|IA)(?!\p{L})|Sprachmodell\w*|regeln|vorgaben|reglas|regras|regole|lenguaje|linguagem|linguistic\w+|langage|consignes?|istruz\w+)|ИИ|\[INST\]|<<SYS>>|<\||инструкц|указани|правил|команд|指令|提示|指示|命令|说明|规则|規則|プロンプト|지시|명령|프롬프트|règles|语言模型|言語モデル|助手|人工智能|アシスタント|エージェント|어시스턴트|인공지능|언어 모델|языков|нейросет/iu;

/**
 * Reads the words of a text.
 *
 * @param versions the text as it is written and as it may be meant, all of one length
 * @returns the patterns to give to `findModelPhrase` for the part between two UTF-16 offsets: those whose words are there
 */
export function modelPhrasesOf(versions: readonly string[]): (start: number, end: number) => readonly RegExp[] {
  return WORDS.read(versions);
}

/** Whether a text has any word of a sentence that addresses a model. */
export function hasWordsOfPhrases(text: string): boolean {
  return WORDS.hasWords(text);
}

/** Where a text addresses a model; `undefined` where it does not. */
export function findModelPhrase(
  text: string,
  patterns: readonly RegExp[],
): { readonly start: number; readonly end: number } | undefined {
  return firstMatch(text, patterns);
}

/** Whether a comment addresses a model. */
export function commentSpeaksToModel(comment: string): boolean {
  return firstMatch(comment, PATTERNS) !== undefined || firstMatch(comment, COMMENT_PHRASES) !== undefined;
}

function firstMatch(text: string, patterns: readonly RegExp[]): { start: number; end: number } | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found !== null) return { start: found.index, end: found.index + found[0].length };
  }
  return undefined;
}
