/** Lengths as the options of a select field. */
export const inMinutes = (values: readonly number[], none = 'None') =>
  values.map((value) => ({ value, label: value === 0 ? none : formatLength(value) }));

function formatLength(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return [hours && `${hours} h`, minutes % 60 && `${minutes % 60} min`].filter(Boolean).join(' ');
}
