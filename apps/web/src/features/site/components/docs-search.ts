import MiniSearch from 'minisearch';
import { html } from '../model/html.ts';
import { INDEX_OPTIONS, type IndexedSection } from '../model/search-index.ts';

const MAX_RESULTS = 8;

type Index = MiniSearch<IndexedSection>;
type Found = Pick<IndexedSection, 'path' | 'page' | 'heading' | 'excerpt'>;

/**
 * Starts the search in its form (see pages/docs.ts): results follow the words typed; the arrows go through them, and
 * Escape closes them.
 */
export function startDocsSearch(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input');
  const list = form.querySelector<HTMLOListElement>('[data-results]');
  const status = form.querySelector<HTMLElement>('[data-found]');
  if (!input || !list || !status) throw new Error('The search has no input, list or status');
  let index: Promise<Index> | undefined;

  const show = async () => {
    const words = input.value.trim();
    if (words === '') {
      list.hidden = true;
      status.textContent = '';
      return;
    }
    index ??= loadIndex(form.dataset['docsSearch'] ?? '');
    try {
      const found = (await index).search(words).slice(0, MAX_RESULTS);
      if (words === input.value.trim()) render(found as unknown as readonly Found[], words);
    } catch {
      index = undefined;
      list.hidden = false;
      list.innerHTML =
        html`<li class="docs-no-result">The search could not be loaded. Type again to try once more.</li>`.text;
      status.textContent = 'The search could not be loaded.';
    }
  };

  const render = (found: readonly Found[], words: string) => {
    list.hidden = false;
    list.innerHTML =
      found.length === 0
        ? html`<li class="docs-no-result">Nothing in the docs has the words “${words}”. Try fewer or other words.</li>`
            .text
        : found.map((one) => toItem(one).text).join('');
    status.textContent = found.length === 1 ? '1 result' : `${found.length} results`;
  };

  input.addEventListener('input', () => void show());
  form.addEventListener('keydown', (event) => {
    const places: HTMLElement[] = [input, ...list.querySelectorAll<HTMLElement>('a')];
    const at = places.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !list.hidden) {
      event.preventDefault();
      places[(at + step + places.length) % places.length]?.focus();
    } else if (event.key === 'Escape') {
      list.hidden = true;
      input.focus();
    }
  });
  form.addEventListener('submit', () => list.querySelector<HTMLElement>('a')?.click());
  // A click elsewhere closes the results.
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) list.hidden = true;
  });
  form.addEventListener('focusin', () => {
    if (input.value.trim() !== '' && list.hidden) void show();
  });
  void show();
}

async function loadIndex(address: string): Promise<Index> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The search index answered ${response.status}`);
  return MiniSearch.loadJSON(await response.text(), INDEX_OPTIONS);
}

function toItem({ path, page, heading, excerpt }: Found) {
  return html`<li><a href="${path}"><b>${heading || page}</b>${heading ? html`<span class="small faint">${page}</span>` : ''}<span class="small">${excerpt}</span></a></li>`;
}
