/**
 * English words that are about no subject in particular: verbs that only carry a sentence, and adjectives and adverbs that
 * only grade or connect. Unlike stop words they are counted and are parts of terms (`best practice`).
 */
const GENERAL_ENGLISH = `able actual actually allow allowed allowing allows appear appeared appears avoid avoided
avoids bad became become becomes becoming began begin beginning begins begun belong belonged belongs best better big
bring brings brought case cases certain clear clearly comes coming common commonly complete completely consider
considered considering considers contain contained containing contains correct correctly currently decide decided
decides describe described describes describing differ different differently differs directly easier easily easy end
ends ensure ensured ensures ensuring entire entirely especially exactly example examples expect expected expects
explain explained explains explicitly far fewer finally find finding finds fine follow followed following follows found
frequently full fully gave general generally give given giving good great happen happened happening happens help helped
helpful helping helps hold holding holds important include included includes including instance instances involve
involved involves keep keeping keeps kept kind kinds knew know knowing known knows larger largest later leave left
likely little long longer longest look looked looking looks lot lots made main mainly makes making mean means meant
mentioned merely mostly naturally necessary need needed needing needs new newer newest nice normal normally note noted
notes obvious obviously occur occurred occurs old older particular particularly please possible possibly prefer
preferred prefers pretty previous previously probably provide provided provides providing put puts putting quick
quickly ready recent recently recommend recommended recommends regarding relevant remain remained remaining remains
require required requires right saw say saying says see seeing seem seemed seems seen sees separately short shorter
show showed showing shown shows shortly similar similarly simple simpler simplest simply slightly small smaller
smallest special specific specifically stay stayed stays suppose supposed sure taken takes taking talk tell tells thank
thanks thing things think thinking thought told took tried tries truly try trying turn turned turns typical typically
unlike upcoming use used useful uses using usual usually various want wanted wanting wants ways went whole wish work
worked working works worth wrong`;

const GENERAL: Readonly<Record<string, string>> = { eng: GENERAL_ENGLISH };

/**
 * The words of some languages that say nothing of a subject. Only English has a list.
 *
 * @param languages ISO 639-3 codes
 */
export function generalWordsOf(languages: readonly string[]): ReadonlySet<string> {
  return new Set(languages.flatMap((language) => (GENERAL[language] ?? '').split(/\s+/)).filter((word) => word !== ''));
}
