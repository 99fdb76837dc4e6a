/** The addresses of the running sandbox. */
export interface SandboxAddress {
  /**
   * No slash at the end. Pages have paths under `/sandbox`, the providers' APIs paths under their names.
   * CalDAV has a separate host name.
   */
  readonly url: string;
  readonly smtpUrl: string;
}

/** Random for every start. Only the server and the sandbox's providers know them. */
export interface SandboxSecrets {
  readonly stripeKey: string;
  readonly stripeWebhook: string;
  readonly oauthClient: string;
  readonly twilioToken: string;
  readonly caldavPassword: string;
  /** The API token of the demo's Todoist account. */
  readonly todoistToken: string;
  /** Goes with the mails that guests send back. */
  readonly inboundMail: string;
}

/** Imitates the outside services while no keys are set. It starts on first use. */
export interface Sandbox {
  readonly secrets: SandboxSecrets;
  /** Starts the sandbox unless it runs. Rejects when the start fails. */
  address(): Promise<SandboxAddress>;
  close(): Promise<void>;
}
