const KEYS = [
  'placeholder',
  'close',
  'failed',
  'offline',
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
] as const;

/** By language: in the order of the keys, divided by `|`. */
const LINES: Readonly<Record<string, string>> = {
  en: 'Search the docs|Close|Search does not work now: {message}|You are offline. The search goes on when you are back.|Results|Section|Version|Language|All|Recent|More results|Move|Open|Nothing found for “{query}”.|Results for {query}.|Showing {shown} of {all}.|Not in these docs: {words}.|Also found by {words}.',
  de: 'Dokumentation durchsuchen|Schließen|Die Suche ist gerade nicht verfügbar: {message}|Keine Verbindung. Die Suche geht weiter, sobald sie wieder da ist.|Ergebnisse|Bereich|Version|Sprache|Alle|Zuletzt|Mehr Ergebnisse|Auswählen|Öffnen|Nichts gefunden zu „{query}“.|Ergebnisse für {query}.|{shown} von {all} Treffern.|Nicht in dieser Dokumentation: {words}.|Auch gefunden mit {words}.',
  fr: 'Rechercher dans la documentation|Fermer|La recherche est indisponible : {message}|Vous êtes hors ligne. La recherche reprendra à votre retour.|Résultats|Rubrique|Version|Langue|Tout|Récents|Plus de résultats|Choisir|Ouvrir|Aucun résultat pour « {query} ».|Résultats pour {query}.|{shown} résultats sur {all}.|Absent de cette documentation : {words}.|Aussi trouvé par {words}.',
  es: 'Buscar en la documentación|Cerrar|La búsqueda no funciona ahora: {message}|Sin conexión. La búsqueda seguirá cuando vuelva.|Resultados|Sección|Versión|Idioma|Todo|Recientes|Más resultados|Elegir|Abrir|Nada encontrado para «{query}».|Resultados de {query}.|{shown} de {all} resultados.|No está en esta documentación: {words}.|También encontrado por {words}.',
  pt: 'Pesquisar na documentação|Fechar|A pesquisa não funciona agora: {message}|Sem conexão. A pesquisa continua quando ela voltar.|Resultados|Seção|Versão|Idioma|Tudo|Recentes|Mais resultados|Escolher|Abrir|Nada encontrado para “{query}”.|Resultados para {query}.|{shown} de {all} resultados.|Não consta nesta documentação: {words}.|Também encontrado por {words}.',
  it: 'Cerca nella documentazione|Chiudi|La ricerca ora non funziona: {message}|Sei offline. La ricerca riprenderà al ritorno della connessione.|Risultati|Sezione|Versione|Lingua|Tutto|Recenti|Altri risultati|Scegli|Apri|Nessun risultato per “{query}”.|Risultati per {query}.|{shown} risultati su {all}.|Non presente in questa documentazione: {words}.|Trovato anche con {words}.',
  nl: 'Zoek in de documentatie|Sluiten|Zoeken werkt nu niet: {message}|Je bent offline. Het zoeken gaat verder zodra je terug bent.|Resultaten|Onderdeel|Versie|Taal|Alles|Recent|Meer resultaten|Kiezen|Openen|Niets gevonden voor ‘{query}’.|Resultaten voor {query}.|{shown} van {all} resultaten.|Niet in deze documentatie: {words}.|Ook gevonden met {words}.',
  pl: 'Szukaj w dokumentacji|Zamknij|Wyszukiwanie teraz nie działa: {message}|Brak połączenia. Wyszukiwanie ruszy, gdy wróci.|Wyniki|Dział|Wersja|Język|Wszystko|Ostatnie|Więcej wyników|Wybierz|Otwórz|Nic nie znaleziono dla „{query}”.|Wyniki dla {query}.|Wyniki: {shown} z {all}.|Brak w tej dokumentacji: {words}.|Znaleziono też przez {words}.',
  ru: 'Поиск по документации|Закрыть|Поиск сейчас не работает: {message}|Нет соединения. Поиск продолжится, когда оно вернётся.|Результаты|Раздел|Версия|Язык|Все|Недавние|Ещё результаты|Выбрать|Открыть|По запросу «{query}» ничего не найдено.|Результаты для {query}.|Результаты: {shown} из {all}.|Нет в этой документации: {words}.|Также найдено по {words}.',
  tr: 'Belgelerde ara|Kapat|Arama şu anda çalışmıyor: {message}|Çevrimdışısınız. Bağlantı gelince arama sürer.|Sonuçlar|Bölüm|Sürüm|Dil|Tümü|Son aramalar|Daha fazla sonuç|Seç|Aç|“{query}” için sonuç yok.|{query} için sonuçlar.|{all} sonuçtan {shown} tanesi.|Bu belgelerde yok: {words}.|Şununla da bulundu: {words}.',
  ar: 'ابحث في الوثائق|إغلاق|البحث لا يعمل الآن: {message}|أنت غير متصل. يُستأنف البحث عند عودة الاتصال.|النتائج|القسم|الإصدار|اللغة|الكل|الأخيرة|مزيد من النتائج|تنقل|فتح|لا نتائج عن «{query}».|نتائج {query}.|النتائج: {shown} من {all}.|ليس في هذه الوثائق: {words}.|وُجد أيضًا بواسطة {words}.',
  ja: 'ドキュメントを検索|閉じる|検索は現在利用できません: {message}|オフラインです。接続が戻ると検索を続けます。|結果|セクション|バージョン|言語|すべて|最近|さらに表示|移動|開く|「{query}」に一致するものはありません。|{query} の結果。|{all} 件中 {shown} 件。|このドキュメントにない語: {words}。|{words} でも見つかりました。',
  ko: '문서 검색|닫기|지금은 검색할 수 없습니다: {message}|오프라인입니다. 연결되면 검색을 계속합니다.|결과|섹션|버전|언어|전체|최근|결과 더 보기|이동|열기|“{query}”에 대한 결과가 없습니다.|{query} 검색 결과.|{all}개 중 {shown}개.|이 문서에 없는 단어: {words}.|{words}(으)로도 찾았습니다.',
  zh: '搜索文档|关闭|搜索暂时不可用：{message}|您已离线。恢复连接后继续搜索。|结果|栏目|版本|语言|全部|最近|更多结果|移动|打开|没有找到“{query}”。|{query} 的结果。|共 {all} 条，显示 {shown} 条。|文档中没有：{words}。|也通过 {words} 找到。',
};

/** What the panel of the box says. */
export type PanelTexts = Readonly<Record<(typeof KEYS)[number], string>>;

/**
 * The texts in a language, else in English.
 *
 * @param language BCP 47, such as `pt-BR`
 */
export function panelTexts(language: string): PanelTexts {
  const texts = (LINES[language.toLowerCase().split('-')[0]!] ?? LINES['en']!).split('|');
  return Object.fromEntries(KEYS.map((key, at) => [key, texts[at]!])) as PanelTexts;
}

/** A text with values in place of its names in braces. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
