/** A rule. With flexible days its BYDAY only gives the number of times a week: the planner chooses the days. */
export interface Repeat {
  readonly rule: string;
  readonly hasFlexibleDays: boolean;
}

const onItsDays = (rule: string, label: string) => ({ rule, label, hasFlexibleDays: false });
/** The days of the rule are those that quick add names; the planner chooses others. */
const onAnyDays = (days: string, label: string) => ({
  rule: `FREQ=WEEKLY;BYDAY=${days}`,
  label,
  hasFlexibleDays: true,
});

export const repeatPresets: readonly (Repeat & { readonly label: string })[] = [
  onItsDays('', 'Does not repeat'),
  onItsDays('FREQ=DAILY', 'Every day'),
  onItsDays('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'),
  onItsDays('FREQ=WEEKLY', 'Every week'),
  onAnyDays('TU,TH', 'Twice a week'),
  onAnyDays('MO,WE,FR', '3 times a week'),
  onAnyDays('MO,TU,TH,FR', '4 times a week'),
  onAnyDays('MO,TU,WE,TH,FR', '5 times a week'),
  onItsDays('FREQ=WEEKLY;INTERVAL=2', 'Every 2 weeks'),
  onItsDays('FREQ=MONTHLY', 'Every month'),
  onItsDays('FREQ=YEARLY', 'Every year'),
];
