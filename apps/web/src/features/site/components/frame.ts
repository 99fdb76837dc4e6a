import { type Html, html } from './html.ts';
import { icon, markIcon } from './icons.ts';

const places = [
  ['/features', 'Features'],
  ['/#how-it-works', 'How it works'],
  ['/#pricing', 'Pricing'],
  ['/pomodoro', 'Focus timer'],
  ['/blog', 'Blog'],
] as const;

const footerPlaces = [
  ['/features', 'Features'],
  ['/blog', 'Blog'],
  ['/pomodoro', 'Focus timer'],
  ['/policies/privacy-policy', 'Privacy policy'],
  ['/policies/terms-and-conditions', 'Terms and conditions'],
] as const;

/** Header and footer of every public page. */
export function frame(
  productName: string,
  path: string,
  body: Html,
  { isSignedIn = false }: { readonly isSignedIn?: boolean } = {},
): Html {
  const links = places.map(
    ([href, label]) => html`<a href="${href}"${path === href ? html` aria-current="page"` : ''}>${label}</a>`,
  );
  return html`
    <a class="skip-link" href="#main">Skip to content</a>
    <header class="site-head">
      <a class="brand" href="/">${markIcon(24)}<span>${productName}</span></a>
      <nav class="site-nav" aria-label="Site">${links}</nav>
      <div class="site-enter">
        ${
          isSignedIn
            ? html`<a class="button button-contained" href="/dashboard">Open ${productName}</a>`
            : html`<a class="button button-text" href="/login">Log in</a>
        <a class="button button-contained" href="/signup">Get started</a>`
        }
        <details class="site-menu">
          <summary aria-label="Site menu">${icon('menu')}</summary>
          <nav aria-label="Site menu">${links}</nav>
        </details>
      </div>
    </header>
    <main id="main" tabindex="-1">${body}</main>
    <footer class="site-foot">
      <div>
        ${markIcon(20)}<span class="site-foot-name">${productName}</span>
        <nav aria-label="More">${footerPlaces.map(([href, label]) => html`<a href="${href}">${label}</a>`)}</nav>
      </div>
    </footer>
  `;
}
