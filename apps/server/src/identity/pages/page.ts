/** The embedded provider's pages: plain HTML, one stylesheet, scripts only from our own files. */
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

const MARK = `<svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true"><g fill="#A488FF"><rect x="2" y="3.2" width="13" height="4.6" rx="2.3"/><rect x="2" y="9.2" width="13" height="4.6" rx="2.3"/><rect x="17" y="18.2" width="13" height="4.6" rx="2.3"/><rect x="17" y="24.2" width="13" height="4.6" rx="2.3"/></g><g fill="#5CAAFF"><rect x="3.2" y="17" width="4.6" height="13" rx="2.3"/><rect x="9.2" y="17" width="4.6" height="13" rx="2.3"/></g><circle cx="23.5" cy="8.5" r="6.5" fill="#F2F0F8"/></svg>`;

interface Page {
  readonly productName: string;
  readonly title: string;
  readonly body: string;
}

export function page({ productName, title, body }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<script src="/theme.js"></script>
<title>${escape(title)} - ${escape(productName)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/oidc/pages.css">
</head>
<body>
<main>
<a class="brand" href="/">${MARK}<span>${escape(productName)}</span></a>
${body}
</main>
</body>
</html>`;
}

export function field(
  name: string,
  label: string,
  type: string,
  autocomplete: string,
  value = '',
  extra = '',
): string {
  return `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escape(value)}" required ${extra}>`;
}

export function alert(problem: string | null): string {
  return problem ? `<p class="alert" role="alert">${escape(problem)}</p>` : '';
}

export function noticePage(
  productName: string,
  title: string,
  sentence: string,
  link: { href: string; text: string },
): string {
  const body = `<h1>${escape(title)}</h1><p class="lead">${escape(sentence)}</p><p class="other"><a class="button" href="${escape(link.href)}">${escape(link.text)}</a></p>`;
  return page({ productName, title, body });
}
