import { z } from 'zod';
import { address, flag, httpUrl } from './kinds.ts';

export const calendarSettings = {
  GOOGLE_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'OAuth client ID of this server at Google. Unset: the sandbox; in production no Google calendars.',
    ),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional().describe('Secret of the Google OAuth client.'),
  GOOGLE_ISSUER: httpUrl
    .default('https://accounts.google.com')
    .describe('Issuer that Google accounts sign in with. Must equal its published name exactly.'),
  GOOGLE_API_URL: address
    .optional()
    .describe('Address of the calendar API. Unset: `https://www.googleapis.com`.'),
  MS_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Application ID of this server at Microsoft. Unset: the sandbox; in production no Outlook calendars.',
    ),
  MS_CLIENT_SECRET: z.string().min(1).optional().describe('Secret of the Microsoft application.'),
  MS_ISSUER: httpUrl
    .default('https://login.microsoftonline.com/common/v2.0')
    .describe(
      'Issuer that Microsoft accounts sign in with. Replace `common` by a tenant to accept only its accounts.',
    ),
  GRAPH_URL: address.optional().describe('Address of Microsoft Graph. Unset: `https://graph.microsoft.com`.'),
  TODOIST_API_URL: address
    .optional()
    .describe(
      'Address of Todoist, whose tasks people import by a token. Unset: the sandbox while it runs, else `https://api.todoist.com`.',
    ),
  ALLOW_PRIVATE_ADDRESSES: flag('0').describe(
    'Lets people connect CalDAV servers and .ics addresses inside your own network. Inside that network, passwords may then also be sent over http://. Leave it off when strangers have accounts.',
  ),
};
