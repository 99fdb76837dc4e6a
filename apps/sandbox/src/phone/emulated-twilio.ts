import type { Emulator } from 'emulate';

/** The initial data of the simulated SMS provider: one account, one sender, one Verify service. */
export const DEMO_ACCOUNT = 'ACdemo00000000000000000000000000';
export const DEMO_SENDER = '+15005550006';
export const DEMO_VERIFY_SERVICE = 'VAdemo00000000000000000000000000';

/** The emulator that our API adds limits to. It is loaded and started by the first call. */
export class EmulatedTwilio {
  readonly #authToken: string;
  #starting: Promise<Emulator> | undefined;

  constructor(authToken: string) {
    this.#authToken = authToken;
  }

  /** Its address, without a trailing slash. */
  async url(): Promise<string> {
    this.#starting ??= this.#start();
    // It listens on IPv4 only, and `localhost` may be IPv6.
    return (await this.#starting).url.replace('//localhost', '//127.0.0.1');
  }

  async #start(): Promise<Emulator> {
    const { createEmulator } = await import('emulate');
    return createEmulator({
      service: 'twilio',
      port: 0,
      seed: {
        twilio: {
          account: { sid: DEMO_ACCOUNT, auth_token: this.#authToken, friendly_name: 'Sandbox' },
          phone_numbers: [{ phone_number: DEMO_SENDER, friendly_name: 'Sandbox' }],
          verify_services: [{ sid: DEMO_VERIFY_SERVICE, friendly_name: 'Sandbox' }],
        },
      },
    });
  }

  async close(): Promise<void> {
    await (await this.#starting)?.close();
  }
}
