import type { KeyboardEvent } from 'react';

/** Focuses in another row what is focused in this one. */
function focusRow(row: Element | null, like: Element): boolean {
  const at = [...(like.closest('li')?.querySelectorAll('button') ?? [])].findIndex(
    (button) => button === like,
  );
  const button = row?.querySelectorAll('button')[at];
  button?.focus();
  return button !== undefined;
}

/** Up, Down, Home and End on a button of a list whose rows are one tab stop. */
export function moveToRow(event: KeyboardEvent<HTMLButtonElement>): void {
  const { key, currentTarget: button } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const row = button.closest('li');
  const next = {
    ArrowUp: row?.previousElementSibling,
    ArrowDown: row?.nextElementSibling,
    Home: row?.parentElement?.firstElementChild,
    End: row?.parentElement?.lastElementChild,
  }[key];
  if (focusRow(next ?? null, button)) event.preventDefault();
}

/** Before a row leaves the list: its focus goes to the row that takes its place. */
export function moveFocusBeforeRemoval(focused: Element): void {
  const row = focused.closest('li');
  if (document.activeElement === focused)
    focusRow(row?.nextElementSibling ?? row?.previousElementSibling ?? null, focused);
}
