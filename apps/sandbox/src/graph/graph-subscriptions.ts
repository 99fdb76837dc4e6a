import type * as Graph from '@microsoft/microsoft-graph-types';
import { KeptState } from '../kept-state.ts';
import type { DemoAccount } from '../oauth/demo-accounts.ts';
import type { Webhooks } from '../webhooks.ts';
import { GraphError } from './graph-error.ts';
import type { GraphEvent } from './graph-mailbox.ts';

export interface Subscription {
  readonly id: string;
  readonly accountId: string;
  readonly resource: string;
  readonly changeType: string;
  readonly notificationUrl: string;
  readonly lifecycleNotificationUrl: string | null;
  readonly clientState: string | null;
  expirationDateTime: string;
}

type Notice = Graph.ChangeNotification & { readonly subscriptionId: string };

interface State {
  subscriptions: Record<string, Subscription>;
}

/** The subscriptions to changes in mailboxes, and the delivery of their notifications. */
export class GraphSubscriptions extends KeptState<State> {
  readonly #now: () => Date;
  readonly #webhooks: Webhooks;
  readonly #changed: () => void;

  constructor(now: () => Date, webhooks: Webhooks, changed: () => void) {
    super('graph-subscriptions', () => ({ subscriptions: {} }));
    this.#now = now;
    this.#webhooks = webhooks;
    this.#changed = changed;
  }

  save(subscription: Subscription): Subscription {
    this.state.subscriptions[subscription.id] = subscription;
    this.#changed();
    return subscription;
  }

  get(account: DemoAccount, id: string): Subscription {
    const found = this.state.subscriptions[id];
    if (!found || this.#isOver(found) || found.accountId !== account.id)
      throw new GraphError(404, 'ResourceNotFound', 'The subscription was not found.');
    return found;
  }

  list(account: DemoAccount): Subscription[] {
    return Object.values(this.state.subscriptions).filter(
      (each) => each.accountId === account.id && !this.#isOver(each),
    );
  }

  remove(account: DemoAccount, id: string): void {
    this.get(account, id);
    this.#end(id);
  }

  notifySubscriptions(
    account: DemoAccount,
    event: GraphEvent,
    changeType: 'created' | 'updated' | 'deleted',
  ): void {
    for (const subscription of Object.values(this.state.subscriptions)) {
      const { id, accountId, clientState, expirationDateTime, resource } = subscription;
      const isAbout = !resource.includes('/calendars/') || resource.includes(event.calendarId);
      const isAsked = isAbout && subscription.changeType.includes(changeType);
      if (accountId !== account.id || this.#isOver(subscription) || !isAsked) continue;
      const notice = {
        subscriptionId: id,
        clientState,
        changeType,
        resource: `Users/${accountId}/Events/${event.id}`,
        subscriptionExpirationDateTime: expirationDateTime,
        resourceData: { '@odata.type': '#Microsoft.Graph.Event', id: event.id },
        tenantId: 'demo',
      };
      this.#post(subscription.notificationUrl, notice, () => this.#end(id));
    }
  }

  /** Notifies the lifecycle addresses that subscriptions were removed or that notifications were missed. */
  lifecycle(kind: 'subscriptionRemoved' | 'missed' | 'reauthorizationRequired'): void {
    for (const subscription of Object.values(this.state.subscriptions)) {
      const { id, clientState, expirationDateTime, lifecycleNotificationUrl } = subscription;
      if (kind === 'subscriptionRemoved') delete this.state.subscriptions[id];
      if (!lifecycleNotificationUrl) continue;
      this.#post(lifecycleNotificationUrl, {
        lifecycleEvent: kind,
        subscriptionId: id,
        clientState,
        subscriptionExpirationDateTime: expirationDateTime,
      });
    }
    this.#changed();
  }

  #post(url: string, notice: Notice, endChannel?: () => void): void {
    this.#webhooks.post('microsoft', {
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ value: [notice] }),
      channelId: notice.subscriptionId,
      ...(endChannel && { endChannel }),
    });
  }

  #isOver({ expirationDateTime }: Subscription): boolean {
    return Date.parse(expirationDateTime) < this.#now().getTime();
  }

  #end(id: string): void {
    delete this.state.subscriptions[id];
    this.#changed();
  }
}
