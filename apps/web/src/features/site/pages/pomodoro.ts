import { Html } from '../model/html.ts';
import type { SitePage } from '../model/page.ts';

/** `markup` belongs to the feature `focus`, which starts the timer in it. */
export function pomodoroPage(markup: string): SitePage {
  return {
    path: '/pomodoro',
    sheets: ['focus'],
    title: 'Focus timer',
    cardTitle: 'A focus timer that keeps time',
    description:
      'A focus timer that keeps time through sleep and reload: 25 minutes of work, 5 of rest, 15 after four.',
    // For people who are signed in it loads parts of the app.
    needsNonce: true,
    body: new Html(markup),
  };
}
