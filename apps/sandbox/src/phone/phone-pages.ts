import type { FastifyInstance } from 'fastify';
import { sendPage } from '../pages/frame.ts';
import { type Html, html } from '../pages/html.ts';
import type { Bubble, Phone } from './phone.ts';

const QUICK_ANSWERS = ['STOP', 'START', 'HELP', '1', '2', '3'];
const MAX_TEXT = 1_600;

/** The simulated phones that receive texts, and forms to reply as their owners. */
export function phonePages(app: FastifyInstance, phone: Phone): void {
  app.get('/', async ({ query }, reply) => {
    const owners = phone.owners();
    const asked = (query as { number?: string }).number;
    // An unescaped plus sign in a query means a space.
    const shown = owners.find((owner) => owner === asked?.replace(/^ /, '+')) ?? owners[0] ?? null;
    return sendPage(reply, { title: 'Phone', section: 'phone', body: page(phone, owners, shown) });
  });
  app.post('/reply', async ({ body, headers }, reply) => {
    const { number, text, quick } = (body ?? {}) as Record<string, unknown>;
    const written = (typeof quick === 'string' ? quick : typeof text === 'string' ? text : '').trim();
    if (typeof number !== 'string' || !/^\+\d{8,15}$/.test(number) || !written || written.length > MAX_TEXT)
      return reply.code(400).send({ success: false, message: 'number: +16175550142; text: what to answer' });
    phone.reply(number, written);
    return headers.accept?.includes('text/html')
      ? reply.redirect(`/sandbox/phone?number=${encodeURIComponent(number)}`, 303)
      : { success: true };
  });
}

function page(phone: Phone, owners: readonly string[], shown: string | null): Html {
  if (shown === null) {
    return html`<h1>Phone</h1>
<div class="card"><p>No text message yet. Open Settings, Profile and verify a phone number: the code arrives here.</p></div>
${otherNumber}`;
  }
  return html`<h1>Phone</h1>
<p>Texts that would have been sent, by the number they went to.</p>
${
  owners.length > 1 &&
  html`<nav aria-label="Numbers">${owners.map(
    (owner) =>
      html`<a href="/sandbox/phone?number=${encodeURIComponent(owner)}"${owner === shown ? html` aria-current="page"` : null}>${pretty(owner)}</a>`,
  )}</nav>`
}
<section class="card" aria-labelledby="conversation">
<h2 id="conversation">${pretty(shown)}</h2>
${phone.hasOptedOut(shown) && html`<p class="alert">Opted out: nothing more is sent to this number until it texts START.</p>`}
<ol class="talk">${phone.conversation(shown).map(bubble)}</ol>
<form method="post" action="/sandbox/phone/reply" class="inline">
<input type="hidden" name="number" value="${shown}">
${QUICK_ANSWERS.map((word) => html`<button name="quick" value="${word}">${word}</button>`)}
</form>
<form method="post" action="/sandbox/phone/reply">
<input type="hidden" name="number" value="${shown}">
<label for="text">Answer as ${pretty(shown)}</label>
<div class="send"><input id="text" name="text" autocomplete="off" required maxlength="${MAX_TEXT}"><button>Send</button></div>
</form>
<p class="muted"><a href="/sandbox/phone?number=${encodeURIComponent(shown)}">Look again</a></p>
</section>
${otherNumber}`;
}

/** People may write without having received a text, for example START after a STOP. */
const otherNumber = html`<section class="card" aria-labelledby="other">
<h2 id="other">Write from another number</h2>
<form method="post" action="/sandbox/phone/reply" class="inline">
<label>Number <input name="number" type="tel" required pattern="[+][0-9]{8,15}" placeholder="+16175550142" title="+ and digits, with the country"></label>
<label>Text <input name="text" autocomplete="off" required maxlength="${MAX_TEXT}"></label>
<button>Send</button></form>
</section>`;

function bubble({ isFromOwner, isUndelivered, text, at }: Bubble): Html {
  const time = at.slice(0, 16).replace('T', ' ');
  return html`<li class="bubble${isFromOwner ? ' mine' : ''}"><span class="hidden">${isFromOwner ? 'From this phone: ' : 'To this phone: '}</span>${text}<br><span class="muted">${time} UTC${isUndelivered && ' · not delivered'}</span></li>`;
}

/** `+16175550142` -> `+1 (617) 555-0142`; numbers of other countries are unchanged. */
function pretty(number: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  return area ? `+1 (${area}) ${exchange}-${line}` : number;
}
