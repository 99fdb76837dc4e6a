import { createHmac, randomBytes } from 'node:crypto';
import type { Faults } from '../faults.ts';
import type { SandboxText } from '../hub.ts';
import type { PersistentPart } from '../state-file.ts';
import type { Webhooks } from '../webhooks.ts';
import { DEMO_ACCOUNT, DEMO_SENDER } from './emulated-twilio.ts';

const KEPT = 1_000;
const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'];
const START_WORDS = ['START', 'YES', 'UNSTOP'];
/** The provider's automatic confirmations, in our words. */
const STOPPED = 'You are unsubscribed and get no more messages from this number. Reply START to resubscribe.';
const STARTED = 'You are subscribed again to messages from this number. Reply HELP for help, STOP to stop.';

/** One message; `owner` is the number of the phone. */
export interface Bubble {
  readonly owner: string;
  readonly isFromOwner: boolean;
  readonly number: string;
  readonly text: string;
  readonly at: string;
  readonly isUndelivered: boolean;
}

interface PhoneOptions {
  readonly now: () => Date;
  readonly faults: Faults;
  readonly webhooks: Webhooks;
  /** The address to deliver webhooks to, and the public address used in their signature. */
  readonly deliverTo: string;
  readonly webhookUrl: string;
  readonly authToken: string;
  readonly changed: () => void;
}

/** All simulated phones: received texts, replies, and the numbers that opted out. */
export class Phone implements PersistentPart {
  readonly name = 'phone';
  readonly #options: PhoneOptions;
  #bubbles: Bubble[] = [];
  #optedOut = new Set<string>();

  constructor(options: PhoneOptions) {
    this.#options = options;
  }

  hasOptedOut(number: string): boolean {
    return this.#optedOut.has(number);
  }

  /** Receives a text, or loses it if a fault was requested; the sender is notified of either. */
  deliver(message: {
    id: string;
    to: string;
    from: string;
    text: string;
    statusCallback: string | null;
  }): void {
    const isLost = this.#options.faults.take('twilio', 'undeliverable');
    this.#add({ owner: message.to, number: message.from, text: message.text, isUndelivered: isLost });
    if (message.statusCallback === null) return;
    const report = (status: string, errorCode?: string) =>
      this.#post(message.statusCallback ?? '', {
        MessageSid: message.id,
        MessageStatus: status,
        To: message.to,
        From: message.from,
        ...(errorCode && { ErrorCode: errorCode }),
      });
    report('sent');
    // 30005: unknown handset.
    if (isLost) report('undelivered', '30005');
    else report('delivered');
  }

  /** The owner of a phone sends a text to us. */
  reply(owner: string, text: string): void {
    const word = text.trim().toUpperCase();
    this.#add({ owner, number: DEMO_SENDER, text, isFromOwner: true });
    if (STOP_WORDS.includes(word)) {
      this.#optedOut.add(owner);
      this.#add({ owner, number: DEMO_SENDER, text: STOPPED });
    }
    if (START_WORDS.includes(word)) {
      this.#optedOut.delete(owner);
      this.#add({ owner, number: DEMO_SENDER, text: STARTED });
    }
    this.#post(
      this.#options.webhookUrl,
      {
        MessageSid: `SM${randomBytes(16).toString('hex')}`,
        SmsStatus: 'received',
        From: owner,
        To: DEMO_SENDER,
        Body: text,
        NumMedia: '0',
      },
      (answer) => {
        // The part of TwiML in use: messages to send back, unless the recipient has opted out.
        for (const [, message = ''] of answer.matchAll(/<Message>([^<]*)<\/Message>/g))
          if (!this.hasOptedOut(owner)) this.#add({ owner, number: DEMO_SENDER, text: unescapeXml(message) });
      },
    );
  }

  #add(bubble: Pick<Bubble, 'owner' | 'number' | 'text'> & Partial<Bubble>): void {
    this.#bubbles.unshift({
      isFromOwner: false,
      isUndelivered: false,
      at: this.#options.now().toISOString(),
      ...bubble,
    });
    this.#bubbles.length = Math.min(this.#bubbles.length, KEPT);
    this.#options.changed();
  }

  /** The provider's signature: over the address and the fields, sorted by name. */
  #post(url: string, fields: Record<string, string>, onAnswer?: (body: string) => void): void {
    const all: Record<string, string> = { AccountSid: DEMO_ACCOUNT, ApiVersion: '2010-04-01', ...fields };
    const signed = Object.keys(all)
      .sort()
      .reduce((text, name) => `${text}${name}${all[name]}`, url);
    this.#options.webhooks.post('twilio', {
      url: this.#options.deliverTo + new URL(url).search,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', this.#options.authToken).update(signed).digest('base64'),
      },
      body: new URLSearchParams(all).toString(),
      ...(onAnswer && { onAnswer }),
    });
  }

  /** Newest first, like all received messages. */
  received(): SandboxText[] {
    return this.#bubbles
      .filter(({ isFromOwner, isUndelivered }) => !isFromOwner && !isUndelivered)
      .map(({ owner, number, text, at }) => ({ channel: 'sms', to: owner, from: number, text, sentAt: at }));
  }

  /** The numbers with a conversation, the latest first. */
  owners(): string[] {
    return [...new Set(this.#bubbles.map(({ owner }) => owner))];
  }

  /** The messages of one phone, the newest last. */
  conversation(owner: string): Bubble[] {
    return this.#bubbles.filter((bubble) => bubble.owner === owner).reverse();
  }

  snapshot(): unknown {
    return { bubbles: this.#bubbles, optedOut: [...this.#optedOut] };
  }

  restore(snapshot: unknown): void {
    const { bubbles, optedOut } = snapshot as { bubbles: Bubble[]; optedOut: string[] };
    this.#bubbles = bubbles;
    this.#optedOut = new Set(optedOut);
  }

  reset(): void {
    this.#bubbles = [];
    this.#optedOut.clear();
  }
}

function unescapeXml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
