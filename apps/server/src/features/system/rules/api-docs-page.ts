import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string);

/** Converts `backticks` in a sentence to code elements. */
const prose = (text: string) => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** A readable page of the API without scripts, from the document of `/openapi.json`. */
export function apiDocsPage(document: OpenApiDocument): string {
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [tag = 'other'] = operation.tags;
      groups.set(tag, [...(groups.get(tag) ?? []), section(method, path, operation)]);
    }
  }
  const nav = [...groups.keys()].map((tag) => `<a href="#${tag}">${tag}</a>`).join('');
  const body = [...groups]
    .map(([tag, sections]) => `<h2 id="${tag}">${tag}</h2>${sections.join('')}`)
    .join('');
  const schemas = Object.entries(document.components.schemas)
    .map(
      ([name, schema]) => `<details id="schema-${name}"><summary>${name}</summary>${json(schema)}</details>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light"><script src="/theme.js"></script><title>${escape(document.info.title)}</title><link rel="stylesheet" href="/api/docs.css"></head><body><header><h1>${escape(document.info.title)}</h1><p>${prose(document.info.description)} Base: <code>${escape(document.servers[0]?.url ?? '')}</code>. Machine-readable: <a href="/api/openapi.json">openapi.json</a>.</p><nav>${nav}<a href="#schemas">schemas</a></nav></header><main>${body}<h2 id="schemas">schemas</h2>${schemas}</main></body></html>`;
}

function section(method: string, path: string, operation: OpenApiOperation): string {
  const parameters = operation.parameters
    .map(
      ({ name, in: place, required, schema }) =>
        `<tr><td><code>${escape(name)}</code></td><td>${place}${required ? '' : ', optional'}</td><td>${json(schema)}</td></tr>`,
    )
    .join('');
  const [[media, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  const body = content ? `<h4>Body <small>${media}</small></h4>${json(content.schema)}` : '';
  const [answer] = Object.values(
    (operation.responses['200'] as { content: Record<string, { schema: object }> }).content,
  );
  return `<details id="${operation.operationId}"><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escape(path)}</code> <span>${prose(operation.summary)}</span>${operation.security ? '' : ' <i>public</i>'}</summary>${parameters ? `<h4>Parameters</h4><table>${parameters}</table>` : ''}${body}<h4>Answer</h4>${json(answer?.schema ?? {})}</details>`;
}

function json(value: object): string {
  const text = escape(JSON.stringify(value, null, 2));
  return `<pre>${text.replace(/#\/components\/schemas\/(\w+)/g, '<a href="#schema-$1">$1</a>')}</pre>`;
}

export const API_DOCS_STYLESHEET = `:root{color-scheme:dark;--canvas:#0F0E15;--t1:#F2F0F8;--t2:#B9B5CA;--t3:#918DA8;--link:#8CC4FF;--card:#16151E;--line:#272533;--ok:#5AD6A0;--ring:#A488FF;--soft:#F7AD62;--hard:#FF8589;--inset:#1D1B27}
:root[data-theme="light"]{color-scheme:light;--canvas:#F8F7FC;--t1:#1B1827;--t2:#4A4560;--t3:#67617E;--link:#1558B8;--card:#FFFFFF;--line:#E3E0EE;--ok:#0E7048;--ring:#7A4FF0;--soft:#8A4F00;--hard:#B3232B;--inset:#F3F1FA}*{box-sizing:border-box}
body{margin:0 auto;max-width:960px;padding:32px 16px 96px;background:var(--canvas);color:var(--t1);font:14px/20px "Inter Variable",Inter,system-ui,sans-serif}
h1{font-size:24px;line-height:32px;margin:0}h2{font-size:16px;margin:40px 0 12px;text-transform:capitalize;scroll-margin-top:16px}h4{margin:16px 0 8px;color:var(--t2)}h4 small{font-weight:400;color:var(--t3)}
p{color:var(--t2);max-width:68ch}a{color:var(--link)}nav{display:flex;flex-wrap:wrap;gap:16px}
details{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:0 16px;margin:8px 0}details[open]{padding-bottom:16px}
summary{padding:12px 0;cursor:pointer;overflow-wrap:anywhere}summary span{color:var(--t2);margin-left:8px}summary i{color:var(--ok);font-style:normal;font-size:12px}
:is(a,summary):focus-visible{outline:2px solid var(--ring);outline-offset:2px;border-radius:4px}
b{font-size:12px;letter-spacing:.02em;color:var(--link)}b.post{color:var(--ok)}b.put,b.patch{color:var(--soft)}b.delete{color:var(--hard)}
code,pre{font:12px/18px ui-monospace,monospace}pre{margin:0;padding:12px;background:var(--inset);border-radius:8px;overflow:auto;max-height:480px}
table{width:100%;border-collapse:collapse}td{vertical-align:top;padding:4px 8px 4px 0}`;
