import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant, succeeded } from './values.ts';

/** How long a closed account can be opened again before everything of it is deleted. */
export const CLOSING_DAYS = 7;

const Done = z.object({ ...succeeded, message: z.string() });
const Closing = z.object({
  ...succeeded,
  /** `closed`: it is deleted at `deletesAt`. `mail_sent`: a link in a mail has to be opened first. */
  state: z.enum(['closed', 'mail_sent']),
  deletesAt: Instant.nullable(),
  message: z.string(),
});
const LinkToken = z.object({ token: z.string().min(1).max(200) });

export const dataApi = {
  exportAccount: endpoint({
    method: 'GET',
    path: '/user/export',
    summary: 'Everything of the user in one zip: JSON, .ics of each calendar, tasks and notes as Markdown',
    access: 'user',
    media: 'application/zip',
    response: z.undefined(),
  }),
  readClosing: endpoint({
    method: 'GET',
    path: '/user/account-closing',
    summary: 'Whether the account is closed, and how its owner confirms that they want that',
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
    summary: 'Close the account; after seven days everything of it is deleted',
    access: 'user',
    body: z.object({
      /** The address of the account, typed by its owner. */
      email: z.string().trim().min(1).max(320),
      /** Asked for where the identity provider is ours. */
      password: z.string().max(200).optional(),
      /** Where it is not ours: the ID token of a sign-in of the last minutes, as a proof of that. */
      idToken: z.string().max(8_000).optional(),
    }),
    response: Closing,
  }),
  keepAccount: endpoint({
    method: 'POST',
    path: '/user/keep-account',
    summary: 'Open a closed account again',
    access: 'identity',
    response: Done,
  }),
  closeByLink: endpoint({
    method: 'POST',
    path: '/account-links/close',
    summary: 'Close the account by the link of a mail',
    access: 'public',
    body: LinkToken,
    response: Closing,
  }),
  keepByLink: endpoint({
    method: 'POST',
    path: '/account-links/keep',
    summary: 'Open a closed account again by the link of a mail',
    access: 'public',
    body: LinkToken,
    response: Done,
  }),
};
