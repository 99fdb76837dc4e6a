import { dsvFormat } from 'd3-dsv';

/** Files of Todoist and TickTick have about twenty. More, in every row, would keep the page busy for minutes. */
const MAX_COLUMNS = 100;

/** The rows after the header, by its names. */
export function readRows(csv: string, separator: string, problems: string[]): Record<string, string>[] {
  // A quotation mark in a value is doubled.
  if ((csv.split('"').length - 1) % 2 === 1)
    problems.push(
      'A quotation mark is not closed: the file is damaged, and tasks may be missing or run together.',
    );
  const [header = [], ...rows] = dsvFormat(separator).parseRows(csv);
  const names = header.slice(0, MAX_COLUMNS).map((name) => name.trim());
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
}
