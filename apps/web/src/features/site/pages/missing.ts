import { markIcon } from '../components/icons.ts';
import { html } from '../model/html.ts';
import type { SitePage } from '../model/page.ts';

/**
 * What unknown addresses answer, with status 404. The script of the page goes to `/`, as does the tag in its head for
 * browsers without scripts.
 */
export const missingPage: SitePage = {
  path: '/404',
  title: 'Nothing is here',
  description: 'There is no page at this address.',
  isHidden: true,
  body: html`
    <div class="notice within" data-missing>
      ${markIcon(36)}
      <h1>There is no page at this address</h1>
      <p>We take you to the <a class="link" href="/">first page</a>.</p>
    </div>
  `,
};
