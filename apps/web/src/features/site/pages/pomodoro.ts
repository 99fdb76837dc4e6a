import { Html } from '../model/html.ts';
import { ORIGIN, PRODUCT_NAME, type SitePage } from '../model/page.ts';

/** `markup` belongs to the feature `focus`, which starts the timer in it. */
const DESCRIPTION =
  'A focus timer that keeps time through sleep and reload: 25 minutes of work, 5 of rest, 15 after four.';

export function pomodoroPage(markup: string): SitePage {
  return {
    path: '/pomodoro',
    sheets: ['focus'],
    title: 'Focus timer',
    cardTitle: 'A focus timer that keeps time',
    description: DESCRIPTION,
    data: [
      {
        '@type': 'WebApplication',
        name: `${PRODUCT_NAME} focus timer`,
        description: DESCRIPTION,
        url: `${ORIGIN}/pomodoro`,
        applicationCategory: 'ProductivityApplication',
        operatingSystem: 'Web',
        browserRequirements: 'Requires JavaScript',
        isAccessibleForFree: true,
        offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
      },
    ],
    // For people who are signed in it loads parts of the app.
    needsNonce: true,
    body: new Html(markup),
  };
}
