const MAX_MINUTES = 10_080;

const FORMS = [
  /^(?<hours>\d{1,3}):(?<minutes>[0-5]\d)$/,
  /^(?<hours>\d{1,3}(?:[.,]\d{1,2})?)\s*(?:h|hrs?|hours?)(?:\s*(?:and\s*)?(?<minutes>\d{1,2})\s*(?:m|mins?|minutes?)?)?$/,
  /^(?<minutes>\d{1,5})\s*(?:m|mins?|minutes?)?$/,
];

/**
 * Minutes of `90`, `90 min`, `1h30`, `1 h 30`, `1:30`, `1.5 h`; null if the text is not a valid task length.
 */
export function findMinutes(text: string): number | null {
  const written = text.trim().toLowerCase();
  for (const form of FORMS) {
    const groups = form.exec(written)?.groups;
    if (!groups) continue;
    const hours = Number((groups['hours'] ?? '0').replace(',', '.'));
    const minutes = Math.round(hours * 60 + Number(groups['minutes'] ?? 0));
    return minutes >= 1 && minutes <= MAX_MINUTES ? minutes : null;
  }
  return null;
}
