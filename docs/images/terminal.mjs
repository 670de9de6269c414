// Draws what a terminal shows as an SVG. Standard input is the output of a program with its colours.
//
//   script -qec 'make -s demo' /dev/null | node docs/images/terminal.mjs '$ make demo' > docs/images/demo.svg
//
// The argument is the line that stands for the command. Lines are wrapped as a terminal of 112 columns wraps them.
import { readFileSync } from 'node:fs';

const columns = 112, cell = 8.4, line = 20, margin = 18, bar = 30;
const palette = { 31: '#ff7b72', 35: '#d2a8ff', 36: '#79c0ff' };

/** Splits text into [style, character] pairs, one list for each line. */
function cells(text) {
  const rows = [[]];
  let style = {};
  for (const part of text.replace(/\r/g, '').split(/(\x1b\[[0-9;]*[a-zA-Z])/)) {
    const code = /^\x1b\[([0-9;]*)m$/.exec(part);
    if (code) {
      for (const n of code[1].split(';').map(Number)) {
        if (n === 0 || n === 22) style = n === 0 ? {} : { ...style, bold: false, faint: false };
        else if (n === 1) style = { ...style, bold: true };
        else if (n === 2) style = { ...style, faint: true };
        else if (palette[n]) style = { ...style, color: palette[n] };
      }
    } else if (!part.startsWith('\x1b')) {
      for (const c of part) {
        if (c === '\n') rows.push([]);
        else rows.at(-1).push([style, c]);
      }
    }
  }
  while (rows.length > 0 && rows.at(-1).length === 0) rows.pop();
  return rows;
}

/** Breaks a line between words; what follows is indented a little more than the line itself. */
function wrap(row) {
  const indent = Math.max(0, row.findIndex(([, c]) => c !== ' ')) + 4;
  const out = [];
  while (row.length > columns) {
    let cut = columns;
    while (cut > indent + 1 && row[cut][1] !== ' ') cut--;
    if (cut <= indent + 1) cut = columns;
    out.push(row.slice(0, cut));
    while (row[cut]?.[1] === ' ') cut++;
    row = [...Array(indent).fill([{}, ' ']), ...row.slice(cut)];
  }
  return [...out, row];
}

const escape = (s) => s.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]);

function draw(row, y) {
  const spans = [];
  for (let i = 0; i < row.length;) {
    let j = i;
    while (j < row.length && row[j][0] === row[i][0]) j++;
    const [style] = row[i];
    const text = row.slice(i, j).map(([, c]) => c).join('');
    if (text.trim() !== '') {
      const look = [
        style.color ? `fill="${style.color}"` : style.faint ? 'fill="#8b949e"' : '',
        style.bold ? 'font-weight="bold"' : '',
      ].filter(Boolean).join(' ');
      const lead = text.length - text.trimStart().length;
      const x = (margin + (i + lead) * cell).toFixed(1);
      const shown = text.trim();
      spans.push(`<tspan x="${x}" textLength="${(shown.length * cell).toFixed(1)}"${look ? ' ' + look : ''}>${escape(shown)}</tspan>`);
    }
    i = j;
  }
  return spans.length ? `  <text y="${y}">${spans.join('')}</text>\n` : '';
}

const rows = [[...(process.argv[2] ?? '')].map((c) => [{ bold: true }, c]), ...cells(readFileSync(0, 'utf8'))].flatMap(wrap);
const width = Math.ceil(2 * margin + columns * cell), height = bar + rows.length * line + margin;
let svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"
     font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="#e6edf3" xml:space="preserve">
  <rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
  <g><circle cx="20" cy="16" r="5" fill="#ff5f57"/><circle cx="38" cy="16" r="5" fill="#febc2e"/><circle cx="56" cy="16" r="5" fill="#28c840"/></g>
`;
rows.forEach((row, i) => { svg += draw(row, bar + (i + 1) * line - 5); });
process.stdout.write(svg + '</svg>\n');
