import type { FastifyReply } from 'fastify';
import { type Html, html } from './html.ts';

export const STYLESHEET = `
@font-face{font-family:'Inter Variable';src:url(/fonts/inter-latin.woff2) format('woff2');font-weight:100 900;font-display:swap}
:root{color-scheme:dark;--canvas:#0f0e15;--surface:#16151e;--raised:#1d1b27;--line:#272533;--strong:#3a374a;--text:#f2f0f8;--text-2:#b9b5ca;--text-3:#918da8;--primary:#7a4ff0;--light:#a488ff;--blue:#5caaff;--ok:#5ad6a0;--warn:#f7ad62;--bad:#ff8589}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:15px/1.5 'Inter Variable',Inter,system-ui,sans-serif}
.demo{background:#352a26;color:var(--warn);text-align:center;font-size:13px;padding:6px 16px}
main{max-width:920px;margin:0 auto;padding:32px 16px 64px}
main.narrow{max-width:480px}
h1{font-size:24px;line-height:1.25;margin:0 0 4px;letter-spacing:-.01em}
h2{font-size:16px;margin:0 0 12px}
p{margin:0 0 12px;color:var(--text-2)}
a{color:#bca6ff}
nav{display:flex;gap:16px;margin:0 0 24px;flex-wrap:wrap}
nav a{color:var(--text-2);text-decoration:none;padding:6px 0;border-bottom:2px solid transparent}
nav a[aria-current]{color:var(--text);border-color:var(--light)}
.cards{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(260px,1fr))}
.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:20px;margin:0 0 16px;min-width:0}
.cards{margin:0 0 16px}
.cards .card{margin:0}
a.card{text-decoration:none}
a.card:hover{border-color:var(--strong)}
a.card p{margin:0}
.row{display:flex;gap:12px;align-items:center;justify-content:space-between;flex-wrap:wrap;padding:10px 0;border-top:1px solid var(--line)}
.row:first-of-type{border-top:0}
.price{font-size:32px;font-weight:650;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.muted{color:var(--text-3);font-size:13px}
.chip{display:inline-block;border-radius:99px;padding:1px 10px;font-size:12px;font-weight:600;background:#2d2742;color:#bca6ff}
.chip.ok{background:#1b2e2c;color:var(--ok)}.chip.warn{background:#352a26;color:var(--warn)}.chip.bad{background:#37242c;color:var(--bad)}
label{display:block;font-size:13px;font-weight:600;margin:12px 0 6px}
input,select{width:100%;height:40px;border-radius:8px;border:1px solid #6e6a85;background:var(--canvas);color:var(--text);padding:0 12px;font:inherit}
input[type=radio],input[type=checkbox]{width:auto;height:auto;margin:0 8px 0 0;accent-color:var(--light)}
form.inline{display:flex;gap:8px;flex-wrap:wrap;align-items:end}
form.inline label{margin:0}
form.inline>*{width:auto;flex:0 1 auto;min-width:0;max-width:100%}form.inline select{max-width:100%}
button,.button{display:inline-flex;align-items:center;justify-content:center;height:40px;padding:0 16px;border-radius:8px;border:1px solid var(--strong);background:var(--raised);color:var(--text);font:inherit;font-weight:600;cursor:pointer;text-decoration:none}
button.primary{color:#fff;background:var(--primary);border-color:var(--primary);width:100%;margin-top:20px}
button.allow{color:#fff;background:var(--primary);border-color:var(--primary)}
button.primary:hover{background:#6b42e0}
button.danger{color:var(--bad)}
button:focus-visible,a:focus-visible,input:focus-visible,select:focus-visible{outline:2px solid var(--light);outline-offset:2px}
.alert{background:#37242c;color:var(--bad);border-radius:8px;padding:10px 14px}
.note{background:#1b2e2c;color:var(--ok);border-radius:8px;padding:10px 14px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font:13px/1.5 ui-monospace,monospace;color:var(--text-2)}
.bubble{background:var(--raised);border:1px solid var(--line);border-radius:12px 12px 12px 4px;padding:10px 14px;margin:0 0 8px;max-width:34em;overflow-wrap:anywhere}
ol.talk{list-style:none;margin:0 0 16px;padding:0;white-space:pre-line}
code{overflow-wrap:anywhere}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.send{display:flex;gap:8px}.send input{min-width:0;flex:1}
.bubble{width:fit-content}
.bubble.mine .muted{color:var(--text-2)}
.bubble.mine{border-radius:12px 12px 4px 12px;margin-left:auto;background:#2d2742}
`;

interface Page {
  readonly title: string;
  readonly body: Html;
  /** Pages of the hub have its navigation; simulated provider pages do not. */
  readonly section?: 'hub' | 'calendars' | 'phone' | 'inbox' | 'payments';
}

const SECTIONS = [
  ['hub', '/sandbox', 'Sandbox'],
  ['calendars', '/sandbox/calendars', 'Calendars'],
  ['phone', '/sandbox/phone', 'Phone'],
  ['inbox', '/sandbox/inbox', 'Inbox'],
  ['payments', '/sandbox/payments', 'Payments'],
] as const;

/** Sends a page; like all our pages it has no inline script or style. */
export function sendPage(reply: FastifyReply, { title, body, section }: Page, status = 200): FastifyReply {
  const navigation =
    section &&
    html`<nav aria-label="Sandbox">${SECTIONS.map(
      ([id, path, label]) =>
        html`<a href="${path}"${id === section ? html` aria-current="page"` : null}>${label}</a>`,
    )}</nav>`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/pages.css">
</head>
<body>
<header class="demo">Demo: nothing here leaves this machine, no message is sent and no money moves.</header>
<main${section ? null : html` class="narrow"`}>
${navigation ?? null}
${body}
</main>
</body>
</html>`;
  return reply
    .code(status)
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.text);
}
