import { entryFor } from '../lib/find-entry.ts';
import type { NavigateFunction } from '../lib/router.ts';

/** Goes to a path of this site: with the router inside the app, by a page load to another entry. */
export function goToPath(path: string, navigate: NavigateFunction): void {
  if (entryFor(path.replace(/[?#].*/s, '')) === 'app') void navigate(path, { replace: true });
  else window.location.replace(path);
}
