/**
 * Lets the keyboard scroll the hours even when they are empty: a scrollable element must then be focusable
 * itself (WCAG 2.1.1). The library's scroller has no role inside the row group, where only rows may be
 * focusable. So the scroller becomes the row group of its rows, and the group around it and the all-day row
 * loses that role: a table may contain rows directly.
 */
export function makeHoursReachable(view: HTMLElement): void {
  for (const scroller of view.querySelectorAll<HTMLElement>('[role="rowgroup"] > div:has([role="row"])')) {
    const { overflowY } = getComputedStyle(scroller);
    if (overflowY !== 'auto' && overflowY !== 'scroll') continue;
    scroller.parentElement?.setAttribute('role', 'none');
    scroller.setAttribute('role', 'rowgroup');
    scroller.setAttribute('aria-label', 'Hours');
    scroller.tabIndex = 0;
  }
}
