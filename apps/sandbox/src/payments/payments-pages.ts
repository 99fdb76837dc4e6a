import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendPage } from '../pages/frame.ts';
import { type Html, html } from '../pages/html.ts';
import type { CheckoutSession, Subscription } from './objects.ts';
import { DECLINED_CARD, isRunning, item, type Payments } from './payments.ts';

const TEST_CARD = '4242424242424242';

/** The simulated pages of the provider (checkout and customer portal), and the hub's page about payments. */
export function paymentsPages(app: FastifyInstance, payments: Payments): void {
  app.get('/checkout/:id', async ({ params }, reply) => checkout(reply, payments, parseId(params), null));
  app.post('/checkout/:id', async ({ params, body }, reply) => {
    const session = payments.state.checkouts[parseId(params)];
    if (!session) return gone(reply);
    if (session.status === 'expired') return checkout(reply, payments, session.id, null);
    const card = digits(field(body, 'card'));
    if (card !== '' && card.length < 12)
      return checkout(reply, payments, session.id, 'That is not a card number.');
    const outcome = payments.complete(session, card || null);
    if (outcome === 'card_needed') return checkout(reply, payments, session.id, 'A card is needed here.');
    if (outcome === 'declined') return checkout(reply, payments, session.id, 'Your card was declined.');
    return reply.redirect((session.success_url ?? '/').replace('{CHECKOUT_SESSION_ID}', session.id), 303);
  });
  app.get('/portal/:id', async ({ params }, reply) => portal(reply, payments, parseId(params)));
  app.post('/portal/:id/:action', async ({ params, body }, reply) => {
    const session = payments.state.portals[parseId(params)];
    if (!session) return gone(reply);
    const { action } = params as { action: string };
    const customer = payments.state.customers[session.customer];
    const subscription = payments.listSubscriptions(session.customer).find(isRunning);
    if (action === 'cancel' && subscription) payments.cancelAtPeriodEnd(subscription, true);
    if (action === 'renew' && subscription) payments.cancelAtPeriodEnd(subscription, false);
    if (action === 'end' && subscription) payments.end(subscription);
    if (action === 'card' && customer) payments.setCard(customer, digits(field(body, 'card')) || TEST_CARD);
    return reply.redirect(`/sandbox/payments/portal/${session.id}`, 303);
  });
  app.get('/', async (_request, reply) =>
    sendPage(reply, { title: 'Payments', section: 'payments', body: overview(payments) }),
  );
  app.post('/send-again/:id', async ({ params }, reply) => {
    const event = payments.state.events.find(({ id }) => id === parseId(params));
    if (event) payments.send(event);
    return reply.redirect('/sandbox/payments', 303);
  });
}

function checkout(reply: FastifyReply, payments: Payments, id: string, problem: string | null): FastifyReply {
  const session = payments.state.checkouts[id];
  if (!session) return gone(reply);
  if (session.status === 'expired') {
    return sendPage(reply, {
      title: 'Checkout',
      body: html`<h1>This checkout is no longer open</h1><p>It was opened again somewhere else, or it is too old. Nothing was charged.</p><a class="button" href="${session.cancel_url ?? '/'}">Back</a>`,
    });
  }
  if (session.status !== 'open') {
    return sendPage(reply, {
      title: 'Checkout',
      body: html`<h1>This checkout is complete</h1><p>You can close this page.</p><a class="button" href="${session.success_url ?? '/'}">Back</a>`,
    });
  }
  return sendPage(
    reply,
    { title: 'Checkout', body: checkoutForm(payments, session, problem) },
    problem ? 402 : 200,
  );
}

function checkoutForm(payments: Payments, session: CheckoutSession, problem: string | null): Html {
  const days = session.demo_trial_days;
  const isOptional = days > 0 && !session.demo_card_required;
  return html`<h1>Premium</h1>
<p>${payments.state.customers[session.customer]?.email ?? ''}</p>
<div class="card">
<div class="price">${days > 0 ? '$0.00' : '$8.00'} <span class="muted">due today</span></div>
<p>${days > 0 ? html`${days} days free, then $8.00 every week. Cancel whenever you like.` : html`$8.00 every week. Cancel whenever you like.`}</p>
${problem && html`<p class="alert" role="alert">${problem}</p>`}
<form method="post">
<label for="card">Card number${isOptional ? ' (optional)' : ''}</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" placeholder="4242 4242 4242 4242" aria-describedby="card-hint">
<p class="muted" id="card-hint">4242 4242 4242 4242 is taken, 4000 0000 0000 0002 is refused.</p>
<button class="primary">${days > 0 ? 'Start trial' : 'Subscribe'}</button>
</form>
</div>
${session.cancel_url && html`<a href="${session.cancel_url}">Go back without subscribing</a>`}`;
}

const STATUS_TONE: Partial<Record<string, string>> = {
  active: 'ok',
  trialing: 'ok',
  past_due: 'warn',
  canceled: 'bad',
};

function statusChip({ status }: Subscription): Html {
  return html`<span class="chip ${STATUS_TONE[status] ?? ''}">${status.replace('_', ' ')}</span>`;
}

function day(seconds: number | null | undefined): string {
  return seconds ? new Date(seconds * 1000).toISOString().slice(0, 10) : '';
}

function portal(reply: FastifyReply, payments: Payments, id: string): FastifyReply {
  const session = payments.state.portals[id];
  const customer = session && payments.state.customers[session.customer];
  if (!session || !customer) return gone(reply);
  const [subscription] = payments.listSubscriptions(customer.id);
  const action = (name: string, label: string, style = '') =>
    html`<form method="post" action="/sandbox/payments/portal/${id}/${name}"><button class="${style}">${label}</button></form>`;
  const running = subscription && isRunning(subscription) ? subscription : null;
  return sendPage(reply, {
    title: 'Billing portal',
    body: html`<h1>Your subscription</h1>
<p>${customer.email ?? ''}</p>
<div class="card"><h2>Current plan</h2>
${
  subscription
    ? html`<div class="row"><span>Premium · $8.00 a week</span> ${statusChip(subscription)}</div>
<p>${
        running
          ? html`${running.cancel_at_period_end ? 'Ends' : running.status === 'trialing' ? 'Trial until' : 'Renews'} ${day(item(running)?.current_period_end)}`
          : html`Ended ${day(subscription.ended_at)}`
      }</p>`
    : html`<p>No subscription.</p>`
}
${running && (running.cancel_at_period_end ? action('renew', "Don't cancel") : action('cancel', 'Cancel plan', 'danger'))}
</div>
<div class="card"><h2>Payment method</h2>
<p>${customer.demo_card ? html`Card ending in ${customer.demo_card.slice(-4)}${customer.demo_card === DECLINED_CARD ? ' (refused)' : ''}` : 'No card yet.'}</p>
<form method="post" action="/sandbox/payments/portal/${id}/card"><label for="card">New card number</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" placeholder="4242 4242 4242 4242"><button class="primary">Save card</button></form>
</div>
<div class="card"><h2>Invoices</h2>${payments
      .listInvoices(customer.id)
      .map(
        (invoice) =>
          html`<div class="row"><span>${invoice.number}</span><span class="muted">${day(invoice.created)}</span><span>$${(invoice.amount_due / 100).toFixed(2)}</span><span class="chip">${invoice.status}</span></div>`,
      )}</div>
${session.return_url && html`<a href="${session.return_url}">Back</a>`}`,
  });
}

function overview(payments: Payments): Html {
  const customers = Object.values(payments.state.customers).filter(({ deleted }) => !deleted);
  return html`<h1>Payments</h1>
<p>Customers, subscriptions, and every event sent to the server.</p>
<div class="card"><h2>Customers</h2>
${customers.length === 0 && html`<p>No customers yet. Open Settings, Billing and start a trial.</p>`}
${customers.map((customer) => {
  const [subscription] = payments.listSubscriptions(customer.id);
  return html`<div class="row"><span>${customer.email ?? customer.id}</span>${subscription ? statusChip(subscription) : html`<span class="muted">no subscription</span>`}</div>`;
})}</div>
<div class="card"><h2>Events</h2>
${payments.state.events
  .slice(0, 30)
  .map(
    (event) =>
      html`<div class="row"><span>${event.type}<br><span class="muted">${event.id}</span></span><form method="post" action="/sandbox/payments/send-again/${event.id}"><button aria-label="Send again: ${event.type}">Send again</button></form></div>`,
  )}</div>`;
}

function gone(reply: FastifyReply): FastifyReply {
  return sendPage(
    reply,
    {
      title: 'Not found',
      body: html`<h1>This link no longer works</h1><p>It has already been used, or the sandbox was reset.</p><a class="button" href="/settings?tab=billing">Back to settings</a>`,
    },
    404,
  );
}

function parseId(params: unknown): string {
  return (params as { id: string }).id;
}

function field(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : '';
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}
