import type { Emulator } from 'emulate';

/** What the sandbox's SMS provider knows from its start: one account, one sender, one Verify service. */
export const DEMO_ACCOUNT = 'ACdemo00000000000000000000000000';
export const DEMO_SENDER = '+15005550006';
export const DEMO_VERIFY_SERVICE = 'VAdemo00000000000000000000000000';

/** The emulator behind our limits. It is loaded and started by the first call. */
export class EmulatedTwilio {
  readonly #authToken: string;
  #starting: Promise<Emulator> | undefined;

  constructor(authToken: string) {
    this.#authToken = authToken;
  }

  /** Its address, without a slash at the end. */
  async url(): Promise<string> {
    this.#starting ??= this.#start();
    // It listens on IPv4 only, and `localhost` may be the other one.
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
