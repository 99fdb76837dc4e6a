import type { Clock } from './clock.ts';
import type { Compute } from './compute.ts';
import type { Config } from './config.ts';
import type { Db } from './db.ts';
import type { Jobs } from './jobs.ts';
import type { Journal } from './journal.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail.ts';
import type { NotificationHub } from './notify.ts';
import type { Secrets } from './secrets.ts';
import type { IdentityProvider } from './session.ts';

/** Everything that `app.ts` creates for the features. A feature accepts only the members that it uses. */
export interface Platform {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly compute: Compute;
  readonly journal: Journal;
  readonly mail: Mail;
  readonly hub: NotificationHub;
  readonly identity: IdentityProvider;
  readonly secrets: Secrets;
}

/** The database and the clock for timestamps written to it. */
export type DbContext = Pick<Platform, 'db' | 'clock'>;

/** What it takes to queue emails with links to this server. */
export type Mailer = Pick<Platform, 'clock' | 'config' | 'jobs' | 'secrets'>;
