import { expect, test } from 'vitest';
import { readArtifactText } from '../../../src/text/index.js';

function readText(text: string, fileName: string, type = 'doc') {
  return readArtifactText(Buffer.from(text), type, { fileName });
}

test.each([
  [
    'tea.csv',
    'Tea,Boxes\nAssam,3\n\n"Fish, chips",\n',
    '| Tea | Boxes |\n| --- | --- |\n| Assam | 3 |\n| Fish, chips |\n',
  ],
  [
    'tea.CSV',
    '\ufeffsep=;\r\nTea;Boxes\r\n"a ""b""\nc|d";1,5\r\n',
    '| Tea | Boxes |\n| --- | --- |\n| a "b" c\\|d | 1,5 |\n',
  ],
  [
    'tea.tsv',
    'Tea\tBoxes\nAssam, second\t3\textra\n',
    '| Tea | Boxes |  |\n| --- | --- | --- |\n| Assam, second | 3 | extra |\n',
  ],
  [
    'tea.csv',
    '2025-06-02,3\n2025-06-03,4\n',
    '| Column 1 | Column 2 |\n| --- | --- |\n| 2025-06-02 | 3 |\n| 2025-06-03 | 4 |\n',
  ],
])('%s of %j', async (name, text, content) => {
  expect((await readText(text, name)).content).toBe(content);
});

test('a quote without an end is a warning, and nothing is lost', async () => {
  const { content, warnings, attributes } = await readText('Tea,Boxes\nAssam,"3\nCeylon,4\n', 'tea.csv');
  expect(content).toBe('| Tea | Boxes |\n| --- | --- |\n| Assam | 3 Ceylon,4 |\n');
  expect(warnings).toHaveLength(1);
  expect(attributes).toEqual({ row_count: 1 });
});

test('a notebook is its texts, its code and what that wrote', async () => {
  const notebook = {
    nbformat: 4,
    metadata: { language_info: { name: 'python' } },
    cells: [
      { cell_type: 'markdown', source: ['# Tea\n', '\n', 'Some *text*.'] },
      {
        cell_type: 'code',
        source: 'print("```")\n',
        outputs: [
          { output_type: 'stream', text: ['```\n'] },
          { output_type: 'execute_result', data: { 'text/html': '<b>3</b>', 'text/plain': '3', 'image/png': 'iVBO' } },
          { output_type: 'error', ename: 'TeaError', evalue: 'cold', traceback: ['\u001b[31mTeaError\u001b[0m: cold'] },
        ],
      },
      { cell_type: 'code', source: '', outputs: [] },
    ],
  };
  expect(await readText(JSON.stringify(notebook), 'tea.ipynb')).toEqual({
    content:
      '# Tea\n\nSome *text*.\n\n````python\nprint("```")\n````\n\nOutput:\n\n````text\n```\n3\nTeaError: cold\n````\n',
    attributes: { language: 'python', cell_count: 3 },
  });
  await expect(readText('{"nbformat', 'tea.ipynb')).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
});

test('a calendar is its events in the order of their times', async () => {
  const calendar = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
X-WR-CALNAME:Tea times
BEGIN:VEVENT
UID:2
DTSTART;TZID=Europe/Berlin:20250603T093000
DTEND;TZID=Europe/Berlin:20250603T100000
SUMMARY:Tasting\\, first
LOCATION:Kitchen
ORGANIZER;CN=Ann Lee:mailto:ann@example.org
ATTENDEE:mailto:bo@example.org
RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20250901T000000Z
DESCRIPTION:Bring cups.\\n\\nNo sugar\\; please.
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Reminder
END:VALARM
END:VEVENT
BEGIN:VEVENT
UID:1
DTSTART;VALUE=DATE:20250601
DTEND;VALUE=DATE:20250602
SUMMARY:Holiday
END:VEVENT
BEGIN:VTODO
UID:3
SUMMARY:Buy tea
DUE:20250610T120000Z
END:VTODO
END:VCALENDAR
`.replaceAll('\n', '\r\n');
  expect(await readText(calendar, 'invite')).toEqual({
    title: 'Tea times',
    ts: '2025-06-01T00:00:00.000Z',
    content: `# Tea times

## Holiday

When: 2025-06-01

## Tasting, first

When: 2025-06-03 09:30 Europe/Berlin to 2025-06-03 10:00 Europe/Berlin
Repeats: weekly on MO, WE until 2025-09-01T00:00:00Z
Where: Kitchen
Organizer: Ann Lee <ann@example.org>
Attendees: bo@example.org

Bring cups.

No sugar; please.

## Buy tea

Due: 2025-06-10 12:00 UTC
`,
    attributes: { event_count: 3 },
  });
  await expect(readText('BEGIN:VCALENDAR\nno colon\n', 'a.ics')).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
});

test('marked text of a type that says what it is stays as it is', async () => {
  for (const type of ['code', 'email'])
    expect((await readText('a,b\n1,2\n', 'tea.csv', type)).content).toBe('a,b\n1,2\n');
  expect((await readText('a,b\n1,2\n', 'tea.csv', 'note')).content).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |\n');
});
