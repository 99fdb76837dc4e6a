const KEY = 'dayloom.lastPage';

/** Keeps where somebody is, for the way back from connecting an account: the provider's page is in between. */
export function keepLastPage(path: string): void {
  // Accounts are connected in the settings, so these are not remembered, except for the import of tasks.
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
