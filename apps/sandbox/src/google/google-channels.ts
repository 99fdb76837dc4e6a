import { KeptState } from '../kept-state.ts';
import type { Webhooks } from '../webhooks.ts';
import { GoogleError, notFound } from './google-error.ts';

/** Responses to a notification that make Google retry; after any other failure it is lost. */
const RETRIED_ANSWERS: readonly number[] = [500, 502, 503, 504];

interface Channel {
  readonly id: string;
  readonly resourceId: string;
  readonly address: string;
  readonly token: string | null;
  readonly calendarId: string;
  readonly expiration: number;
  number: number;
}

export interface ChannelRequest {
  readonly id: string;
  readonly address: string;
  readonly token: string | null;
  readonly ttlSeconds: number;
  readonly expiration: number | null;
}

interface State {
  channels: Record<string, Channel>;
}

/** The notification channels of calendars. A notification does not say what changed. */
export class GoogleChannels extends KeptState<State> {
  readonly #now: () => Date;
  readonly #webhooks: Webhooks;
  readonly #changed: () => void;

  constructor(now: () => Date, webhooks: Webhooks, changed: () => void) {
    super('google-channels', () => ({ channels: {} }));
    this.#now = now;
    this.#webhooks = webhooks;
    this.#changed = changed;
  }

  watch(calendarId: string, input: ChannelRequest): Channel {
    if (this.state.channels[input.id])
      throw new GoogleError(400, 'channelIdNotUnique', `Channel id ${input.id} not unique`);
    const channel: Channel = {
      id: input.id,
      resourceId: `demo_${calendarId}`,
      address: input.address,
      token: input.token,
      calendarId,
      // Never later than the time to live, even if requested.
      expiration: Math.min(
        input.expiration ?? Number.POSITIVE_INFINITY,
        this.#now().getTime() + input.ttlSeconds * 1000,
      ),
      number: 0,
    };
    this.state.channels[channel.id] = channel;
    this.#notify(channel, 'sync');
    this.#changed();
    return channel;
  }

  stop(id: string, resourceId: string): void {
    if (this.state.channels[id]?.resourceId !== resourceId) throw notFound();
    this.#end(id);
  }

  notifyChannels(calendarId: string): void {
    for (const channel of Object.values(this.state.channels)) {
      if (channel.calendarId !== calendarId) continue;
      if (channel.expiration < this.#now().getTime()) delete this.state.channels[channel.id];
      else this.#notify(channel, 'exists');
    }
  }

  #notify(channel: Channel, state: 'sync' | 'exists'): void {
    channel.number += 1;
    this.#webhooks.post('google', {
      url: channel.address,
      headers: {
        'content-length': '0',
        'x-goog-channel-id': channel.id,
        'x-goog-resource-id': channel.resourceId,
        'x-goog-resource-state': state,
        'x-goog-message-number': String(channel.number),
        'x-goog-channel-expiration': new Date(channel.expiration).toUTCString(),
        ...(channel.token !== null && { 'x-goog-channel-token': channel.token }),
      },
      body: '',
      channelId: channel.id,
      isTriedAgain: (status) => RETRIED_ANSWERS.includes(status),
      ...(state === 'exists' && { endChannel: () => this.#end(channel.id) }),
    });
  }

  #end(id: string): void {
    delete this.state.channels[id];
    this.#changed();
  }
}
