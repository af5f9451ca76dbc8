/** What an artifact is, which decides where it is split. */
export type ArtifactType = 'email' | 'chat' | 'code' | 'doc';

const CODE_ENDINGS =
  /\.(?:[cm]?[jt]sx?|py|pyi|go|cs|java|rs|rb|php|c|cc|cpp|cxx|h|hh|hpp|sh|bash|kt|kts|swift|scala|lua|pl|r|sql)$/i;

/** The type of a file by its name; `doc` where the name says nothing. */
export function artifactTypeOf(fileName: string): ArtifactType {
  if (/\.(?:eml|mbox|mbx)$/i.test(fileName)) return 'email';
  if (CODE_ENDINGS.test(fileName)) return 'code';
  return /(?:^|[^a-z])(?:chat|conversation|irc|whatsapp|slack|discord|telegram)s?(?:[^a-z].*)?\.(?:txt|log|json|jsonl)$/i.test(
    fileName,
  )
    ? 'chat'
    : 'doc';
}
