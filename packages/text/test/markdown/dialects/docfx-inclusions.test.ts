import { describe, expect, it } from 'vitest';
import { findInclusions, includedLines } from '../../../src/markdown/index.js';

const CODE = `using Kiln;
// <open>
valve.Open();
// </open>
#region Close it
valve.Close();
#endregion
list.Add<string>("a");
`;

/** What an inclusion shows of the code above. */
function shown(written: string): string | undefined {
  const [inclusion] = findInclusions('docfx', written);
  return inclusion === undefined ? undefined : includedLines('docfx', CODE, inclusion)?.text;
}

describe('a part of a file that DocFX includes', () => {
  it.each([
    ['[!code-csharp[Valve](Valve.cs?name=open&highlight=1 "Valve")]', 'valve.Open();'],
    ['[!code-csharp[](Valve.cs#open)]', 'valve.Open();'],
    ['[!code-csharp[](Valve.cs#Close)]', 'valve.Close();'],
    ['[!CODE[](Valve.cs#L1-L3)]', 'using Kiln;\nvalve.Open();'],
    ['[!code[](Valve.cs#L8)]', 'list.Add<string>("a");'],
    ['[!code-csharp[](Valve.cs?range=6,8)]', 'valve.Close();\nlist.Add<string>("a");'],
    [':::code language="csharp" source="Valve.cs" id="open":::', 'valve.Open();'],
    [':::code source="Valve.cs" range="8":::', 'list.Add<string>("a");'],
    ['[!code-csharp[](Valve.cs?name=other)]', undefined],
    ['`[!code-csharp[]`', undefined],
  ])('%s', (written, expected) => {
    expect(shown(written)).toBe(expected);
  });

  it('is all of a page without its front matter', () => {
    const [inclusion] = findInclusions('docfx', 'See [!include [safety](<../includes/safety.md> "Safety")] first.');
    expect(inclusion).toMatchObject({ path: '../includes/safety.md', anchor: undefined, lines: undefined });
    expect(includedLines('docfx', '---\ntopic: include\n---\nWear gloves.\n', inclusion!)?.text).toBe('Wear gloves.');
  });
});
