/** How a booking page is part of another site's page. */
export type EmbedForm = 'inline' | 'popup' | 'button';

interface Embedding {
  readonly form: EmbedForm;
  /** The public address of the booking page. */
  readonly address: string;
  /** The slug of an event type; empty for all of them. */
  readonly type: string;
  readonly label: string;
}

/** The HTML to copy: the script, and the element that it turns into the page or a button. */
export function toSnippet({ form, address, type, label }: Embedding): string {
  const { origin, pathname } = new URL(address);
  const attributes = [
    `data-dayloom="${form}"`,
    `data-username="${escapeAttribute(pathname.slice(1))}"`,
    ...(type ? [`data-type="${escapeAttribute(type)}"`] : []),
    ...(form === 'button' ? [`data-label="${escapeAttribute(label)}"`] : []),
  ].join(' ');
  const element =
    form === 'popup'
      ? `<button ${attributes}>${escapeAttribute(label)}</button>`
      : `<div ${attributes}></div>`;
  return `${element}\n<script src="${origin}/embed.js" async></script>`;
}

/** The page as the other site shows it. */
export function toFrameAddress(address: string, type: string): string {
  const url = new URL(address);
  url.searchParams.set('embed', '1');
  if (type) url.searchParams.set('type', type);
  return url.href;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
