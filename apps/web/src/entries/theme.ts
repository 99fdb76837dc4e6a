/**
 * Applies the theme that was chosen in this browser (`lib/theme.ts`), before the page is painted: dark unless `light`
 * or `system` is stored. Follows changes of the system, of other tabs and of the settings.
 */
(() => {
  const system = window.matchMedia('(prefers-color-scheme: light)');
  const apply = () => {
    let choice: string | null = null;
    try {
      choice = localStorage.getItem('dayloom.theme');
    } catch {
      // Storage may be disabled.
    }
    const isLight = choice === 'light' || (choice === 'system' && system.matches);
    document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark';
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', isLight ? '#F8F7FC' : '#0F0E15');
  };
  apply();
  document.addEventListener('DOMContentLoaded', apply);
  system.addEventListener('change', apply);
  window.addEventListener('storage', apply);
  window.addEventListener('dayloom:theme', apply);
  // The switch at the foot of public pages, also before their other scripts are there.
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-theme-switch]')) return;
    const isLight = document.documentElement.dataset['theme'] === 'light';
    try {
      localStorage.setItem('dayloom.theme', isLight ? 'dark' : 'light');
    } catch {
      // Then the theme stays as it is.
    }
    apply();
  });
})();
