import type { HtmlCompiler, HtmlExtension } from './html-extension.js';

/**
 * Table cells with their alignment as a style: the attribute `align`, which micromark writes, is obsolete in HTML. Must
 * come after `gfmHtml()` in the list of extensions.
 */
export function tableCellHtml(): HtmlExtension {
  return {
    enter: {
      tableData() {
        const { alignments, column } = placeOf(this);
        if (column < alignments.length) openCell(this, 'td');
        // Cells beyond the last column are left out: buffered here, and dropped at the end of the cell.
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
