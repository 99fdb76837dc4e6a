/** Where the sandbox answers, once it runs. */
export interface SandboxAddress {
  /** Without a slash at the end. Pages stand under `/sandbox`, the providers' APIs under their names; CalDAV by the host asked for. */
  readonly url: string;
  readonly smtpUrl: string;
}

/** Made at every start; the sandbox's providers and the server share them, and nobody else. */
export interface SandboxSecrets {
  readonly stripeKey: string;
  readonly stripeWebhook: string;
  readonly oauthClient: string;
  readonly twilioToken: string;
  readonly caldavPassword: string;
}

/** What stands in for the outside world while no keys are set. It starts when it is first needed. */
export interface Sandbox {
  readonly secrets: SandboxSecrets;
  /** Starts it unless it runs. Rejects when it can't be started. */
  address(): Promise<SandboxAddress>;
  close(): Promise<void>;
}
