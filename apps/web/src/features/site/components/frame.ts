import { type Html, html } from '../model/html.ts';
import { PRODUCT_NAME } from '../model/page.ts';
import { icon, markIcon } from './icons.ts';

const places = [
  ['/features', 'Features'],
  ['/#how-it-works', 'How it works'],
  ['/#pricing', 'Pricing'],
  ['/pomodoro', 'Focus timer'],
  ['/blog', 'Blog'],
  ['/docs', 'Docs'],
] as const;

const footerPlaces = [
  ['/features', 'Features'],
  ['/docs', 'Docs'],
  ['/blog', 'Blog'],
  ['/pomodoro', 'Focus timer'],
  ['/policies/privacy-policy', 'Privacy policy'],
  ['/policies/terms-and-conditions', 'Terms and conditions'],
] as const;

/** Header and footer of every public page. The page's script replaces the entrance for people who are signed in. */
export function frame(path: string, body: Html): Html {
  const links = places.map(
    ([href, label]) => html`<a href="${href}"${path === href ? html` aria-current="page"` : ''}>${label}</a>`,
  );
  return html`
    <a class="skip-link" href="#main">Skip to content</a>
    <header class="site-head">
      <a class="brand" href="/">${markIcon(24)}<span>${PRODUCT_NAME}</span></a>
      <nav class="site-nav" aria-label="Site">${links}</nav>
      <div class="site-enter">
        <a class="button button-text" href="/login" data-guest>Log in</a>
        <a class="button button-contained" href="/signup" data-guest>Get started</a>
        <a class="button button-contained" href="/dashboard" data-member hidden>Open ${PRODUCT_NAME}</a>
        <details class="site-menu">
          <summary aria-label="Site menu">${icon('menu')}</summary>
          <nav aria-label="Site menu">${links}</nav>
        </details>
      </div>
    </header>
    <main id="main" tabindex="-1">${body}</main>
    <footer class="site-foot">
      <div>
        ${markIcon(20)}<span class="site-foot-name">${PRODUCT_NAME}</span>
        <nav aria-label="More">${footerPlaces.map(([href, label]) => html`<a href="${href}">${label}</a>`)}</nav>
        <button type="button" class="theme-switch" data-theme-switch><span data-to="light">Light theme</span><span data-to="dark">Dark theme</span></button>
      </div>
    </footer>
  `;
}
