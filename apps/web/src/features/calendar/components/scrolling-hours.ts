/**
 * Lets the keyboard reach the hours, also when they are empty: what scrolls has to take the focus itself then
 * (WCAG 2.1.1). The library's scroller is an element without a role inside the rows' group, where nothing may
 * have the focus that is no row. So the scroller becomes the group of the rows that are in it, and what was the
 * group around it and the all-day row is none: rows may stand in a table directly.
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
