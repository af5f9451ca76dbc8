import type { HtmlCompiler, HtmlExtension } from './html-extension.js';

/**
 * Cells of tables with their alignment as style: the attribute `align`, which micromark writes, is no longer HTML.
 * Stands behind `gfmHtml()` in the list of extensions.
 */
export function tableCellHtml(): HtmlExtension {
  return {
    enter: {
      tableData() {
        const { alignments, column } = placeOf(this);
        if (column < alignments.length) openCell(this, 'td');
        // What is beyond the last column is left out: it is caught here, and dropped where the cell ends.
        else this.buffer();
      },
      tableHeader() {
        openCell(this, 'th');
      },
    },
    exit: {
      tableRow() {
        const { alignments, column } = placeOf(this);
        for (let at = column; at < alignments.length; at++) {
          this.setData('tableColumn', at);
          openCell(this, 'td');
          this.tag('</td>');
        }
        this.setData('tableColumn', Math.max(column, alignments.length));
        this.lineEndingIfNeeded();
        this.tag('</tr>');
      },
    },
  };
}

function openCell(compiler: HtmlCompiler, name: 'td' | 'th'): void {
  const { alignments, column } = placeOf(compiler);
  const alignment = alignments[column] ?? 'none';
  compiler.lineEndingIfNeeded();
  compiler.tag(alignment === 'none' ? `<${name}>` : `<${name} style="text-align: ${alignment}">`);
}

function placeOf(compiler: HtmlCompiler): { alignments: readonly string[]; column: number } {
  return {
    alignments: compiler.getData('tableAlign') ?? [],
    column: compiler.getData('tableColumn') ?? 0,
  };
}
