import { type Scan, words } from './scan.ts';

/** A label starts a word: 'C#', 'p1x' and 'a!hard' have none. */
const PROJECT = /(?<![^\s,;(\u0080])#(?<name>[\p{L}\p{N}_][\p{L}\p{N}_/-]*)/gu;
const HARD = /(?<![^\s,;(\u0080])!(?<kind>hard|soft)(?![\p{L}\p{N}])/giu;
const PRIORITY = [
  /(?<![^\s,;(\u0080])(?:!?p|!)(?<level>[1-4])(?![\p{L}\p{N}.:])/giu,
  words('priority (?<level>[1-4])'),
  /(?<=\s)(?<marks>!{2,3})(?=\s*$)/gu,
  words('asap|as soon as possible'),
  words(
    '(?:(?<top>high(?:est)?|top|urgent)|(?<middle>medium|normal)|(?<low>low(?:est)?))[ -]priority(?:\\s?:)?',
  ),
  /^\s*urgent\s?:|(?<=\s)urgent(?=\s*(?:$|[,;.!?)\u0080]))|(?<![^\s,;(\u0080])!(?:(?<top>high|urgent)|(?<middle>medium|med)|(?<low>low))(?![\p{L}\p{N}])/giu,
];

/** `#work`. A number alone is an issue, not a project. */
export function takeProject(scan: Scan): string | null {
  for (const match of scan.rest.matchAll(PROJECT)) {
    const name = match.groups?.name ?? '';
    if (!/\p{L}/u.test(name)) continue;
    scan.take('project', match.index, match.index + match[0].length);
    return name;
  }
  return null;
}

/** `p1`..`p4`, `!p1`, `!1`, `priority 1`, `!!!` at the end, `asap`, 'high priority'; 1 is the most important. */
export function takePriority(scan: Scan): 1 | 2 | 3 | 4 | null {
  for (const pattern of PRIORITY) {
    for (const match of scan.rest.matchAll(pattern)) {
      scan.take('priority', match.index, match.index + match[0].length);
      const { level, middle, low, marks } = match.groups ?? {};
      if (middle || low) return middle ? 3 : 4;
      if (marks) return marks.length === 3 ? 1 : 2;
      return Number(level ?? 1) as 1 | 2 | 3 | 4;
    }
  }
  return null;
}

/** `!hard` or `!soft`, the kind of deadline. */
export function takeDueKind(scan: Scan): 'hard' | 'soft' | null {
  for (const match of scan.rest.matchAll(HARD)) {
    scan.take('hard', match.index, match.index + match[0].length);
    return match.groups?.kind?.toLowerCase() === 'hard' ? 'hard' : 'soft';
  }
  return null;
}
