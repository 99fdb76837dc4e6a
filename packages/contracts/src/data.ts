import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant, succeeded } from './values.ts';

/** Days in which a closed account can be reopened before all of its data is deleted. */
export const CLOSING_DAYS = 7;

const Done = z.object({ ...succeeded, message: z.string() });
const Closing = z.object({
  ...succeeded,
  /**
   * `closed`: the account is deleted at `deletesAt`. `mail_sent`: the user has to open the mailed link first.
   */
  state: z.enum(['closed', 'mail_sent']),
  deletesAt: Instant.nullable(),
  message: z.string(),
});
const LinkToken = z.object({ token: z.string().min(1).max(200) });

export const dataApi = {
  exportAccount: endpoint({
    method: 'GET',
    path: '/user/export',
    summary: 'All data of the user in one zip: JSON, an .ics file per calendar, tasks and notes as Markdown',
    access: 'user',
    media: 'application/zip',
    response: z.undefined(),
  }),
  readClosing: endpoint({
    method: 'GET',
    path: '/user/account-closing',
    summary: 'Whether the account is closed, and how its owner confirms closing it',
    access: 'identity',
    response: z.object({
      ...succeeded,
      confirmBy: z.enum(['password', 'sign_in_or_mail']),
      /** Null while the account is open. */
      deletesAt: Instant.nullable(),
      message: z.string(),
    }),
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/user/delete-account',
    summary: 'Close the account; after seven days all of its data is deleted',
    access: 'user',
    body: z.object({
      /** The address of the account, typed by its owner. */
      email: z.string().trim().min(1).max(320),
      /** Required with the embedded identity provider. */
      password: z.string().max(200).optional(),
      /**
       * With an external provider: the ID token of a sign-in within the last minutes, as proof of identity.
       */
      idToken: z.string().max(8_000).optional(),
    }),
    response: Closing,
  }),
  keepAccount: endpoint({
    method: 'POST',
    path: '/user/keep-account',
    summary: 'Reopen a closed account',
    access: 'identity',
    response: Done,
  }),
  closeByLink: endpoint({
    method: 'POST',
    path: '/account-links/close',
    summary: 'Close the account with the link of a mail',
    access: 'public',
    body: LinkToken,
    response: Closing,
  }),
  keepByLink: endpoint({
    method: 'POST',
    path: '/account-links/keep',
    summary: 'Reopen a closed account with the link of a mail',
    access: 'public',
    body: LinkToken,
    response: Done,
  }),
};
