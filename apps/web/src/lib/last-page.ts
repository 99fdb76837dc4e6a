const KEY = 'dayloom.lastPage';

/** Keeps where somebody is, for the way back from connecting an account: the provider's page is in between. */
export function keepLastPage(path: string): void {
  // There one connects. Only those who import tasks were doing something in the settings.
  if (path.startsWith('/settings') && !path.includes('tab=data')) return;
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // The storage is full or off.
  }
}

export function findLastPage(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
