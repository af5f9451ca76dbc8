/** What the box says in one language. Texts in braces are replaced. */
export interface BoxTexts {
  readonly search: string;
  readonly placeholder: string;
  readonly close: string;
  readonly results: string;
  readonly section: string;
  readonly version: string;
  readonly language: string;
  readonly all: string;
  readonly recent: string;
  readonly more: string;
  readonly move: string;
  readonly open: string;
  readonly nothing: string;
  readonly corrected: string;
  readonly count: string;
  readonly missing: string;
  readonly related: string;
  readonly failed: string;
  readonly offline: string;
}

const KEYS: readonly (keyof BoxTexts)[] = [
  'search',
  'placeholder',
  'close',
  'results',
  'section',
  'version',
  'language',
  'all',
  'recent',
  'more',
  'move',
  'open',
  'nothing',
  'corrected',
  'count',
  'missing',
  'related',
  'failed',
  'offline',
];

/** By language: the texts in the order of `KEYS`, divided by `|`. */
const LINES: Readonly<Record<string, string>> = {
  en: 'Search|Search the docs|Close|Results|Section|Version|Language|All|Recent|More results|Move|Open|Nothing found for “{query}”.|Results for {query}.|Showing {shown} of {all}.|Not in these docs: {words}.|Also found by {words}.|Search does not work now: {message}|You are offline. The search goes on when you are back.',
  de: 'Suche|Dokumentation durchsuchen|Schließen|Ergebnisse|Bereich|Version|Sprache|Alle|Zuletzt|Mehr Ergebnisse|Auswählen|Öffnen|Nichts gefunden zu „{query}“.|Ergebnisse für {query}.|{shown} von {all} Treffern.|Nicht in dieser Dokumentation: {words}.|Auch gefunden mit {words}.|Die Suche ist gerade nicht verfügbar: {message}|Keine Verbindung. Die Suche geht weiter, sobald sie wieder da ist.',
  fr: 'Rechercher|Rechercher dans la documentation|Fermer|Résultats|Rubrique|Version|Langue|Tout|Récents|Plus de résultats|Choisir|Ouvrir|Aucun résultat pour « {query} ».|Résultats pour {query}.|{shown} résultats sur {all}.|Absent de cette documentation : {words}.|Aussi trouvé par {words}.|La recherche est indisponible : {message}|Vous êtes hors ligne. La recherche reprendra à votre retour.',
  es: 'Buscar|Buscar en la documentación|Cerrar|Resultados|Sección|Versión|Idioma|Todo|Recientes|Más resultados|Elegir|Abrir|Nada encontrado para «{query}».|Resultados de {query}.|{shown} de {all} resultados.|No está en esta documentación: {words}.|También encontrado por {words}.|La búsqueda no funciona ahora: {message}|Sin conexión. La búsqueda seguirá cuando vuelva.',
  pt: 'Pesquisar|Pesquisar na documentação|Fechar|Resultados|Seção|Versão|Idioma|Tudo|Recentes|Mais resultados|Escolher|Abrir|Nada encontrado para “{query}”.|Resultados para {query}.|{shown} de {all} resultados.|Não consta nesta documentação: {words}.|Também encontrado por {words}.|A pesquisa não funciona agora: {message}|Sem conexão. A pesquisa continua quando ela voltar.',
  it: 'Cerca|Cerca nella documentazione|Chiudi|Risultati|Sezione|Versione|Lingua|Tutto|Recenti|Altri risultati|Scegli|Apri|Nessun risultato per “{query}”.|Risultati per {query}.|{shown} risultati su {all}.|Non presente in questa documentazione: {words}.|Trovato anche con {words}.|La ricerca ora non funziona: {message}|Sei offline. La ricerca riprenderà al ritorno della connessione.',
  nl: 'Zoeken|Zoek in de documentatie|Sluiten|Resultaten|Onderdeel|Versie|Taal|Alles|Recent|Meer resultaten|Kiezen|Openen|Niets gevonden voor ‘{query}’.|Resultaten voor {query}.|{shown} van {all} resultaten.|Niet in deze documentatie: {words}.|Ook gevonden met {words}.|Zoeken werkt nu niet: {message}|Je bent offline. Het zoeken gaat verder zodra je terug bent.',
  pl: 'Szukaj|Szukaj w dokumentacji|Zamknij|Wyniki|Dział|Wersja|Język|Wszystko|Ostatnie|Więcej wyników|Wybierz|Otwórz|Nic nie znaleziono dla „{query}”.|Wyniki dla {query}.|Wyniki: {shown} z {all}.|Brak w tej dokumentacji: {words}.|Znaleziono też przez {words}.|Wyszukiwanie teraz nie działa: {message}|Brak połączenia. Wyszukiwanie ruszy, gdy wróci.',
  ru: 'Поиск|Поиск по документации|Закрыть|Результаты|Раздел|Версия|Язык|Все|Недавние|Ещё результаты|Выбрать|Открыть|По запросу «{query}» ничего не найдено.|Результаты для {query}.|Результаты: {shown} из {all}.|Нет в этой документации: {words}.|Также найдено по {words}.|Поиск сейчас не работает: {message}|Нет соединения. Поиск продолжится, когда оно вернётся.',
  tr: 'Ara|Belgelerde ara|Kapat|Sonuçlar|Bölüm|Sürüm|Dil|Tümü|Son aramalar|Daha fazla sonuç|Seç|Aç|“{query}” için sonuç yok.|{query} için sonuçlar.|{all} sonuçtan {shown} tanesi.|Bu belgelerde yok: {words}.|Şununla da bulundu: {words}.|Arama şu anda çalışmıyor: {message}|Çevrimdışısınız. Bağlantı gelince arama sürer.',
  ar: 'بحث|ابحث في الوثائق|إغلاق|النتائج|القسم|الإصدار|اللغة|الكل|الأخيرة|مزيد من النتائج|تنقل|فتح|لا نتائج عن «{query}».|نتائج {query}.|النتائج: {shown} من {all}.|ليس في هذه الوثائق: {words}.|وُجد أيضًا بواسطة {words}.|البحث لا يعمل الآن: {message}|أنت غير متصل. يُستأنف البحث عند عودة الاتصال.',
  ja: '検索|ドキュメントを検索|閉じる|結果|セクション|バージョン|言語|すべて|最近|さらに表示|移動|開く|「{query}」に一致するものはありません。|{query} の結果。|{all} 件中 {shown} 件。|このドキュメントにない語: {words}。|{words} でも見つかりました。|検索は現在利用できません: {message}|オフラインです。接続が戻ると検索を続けます。',
  ko: '검색|문서 검색|닫기|결과|섹션|버전|언어|전체|최근|결과 더 보기|이동|열기|“{query}”에 대한 결과가 없습니다.|{query} 검색 결과.|{all}개 중 {shown}개.|이 문서에 없는 단어: {words}.|{words}(으)로도 찾았습니다.|지금은 검색할 수 없습니다: {message}|오프라인입니다. 연결되면 검색을 계속합니다.',
  zh: '搜索|搜索文档|关闭|结果|栏目|版本|语言|全部|最近|更多结果|移动|打开|没有找到“{query}”。|{query} 的结果。|共 {all} 条，显示 {shown} 条。|文档中没有：{words}。|也通过 {words} 找到。|搜索暂时不可用：{message}|您已离线。恢复连接后继续搜索。',
};

/**
 * The texts in a language, else in English.
 *
 * @param language BCP 47, such as `pt-BR`
 */
export function boxTexts(language: string): BoxTexts {
  const texts = (LINES[language.toLowerCase().split('-')[0]!] ?? LINES['en']!).split('|');
  return Object.fromEntries(KEYS.map((key, at) => [key, texts[at]!])) as unknown as BoxTexts;
}

/** A text with values in place of its names in braces. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
