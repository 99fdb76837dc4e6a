import { z } from 'zod';
import { address, flag, httpUrl } from './kinds.ts';

export const calendarSettings = {
  GOOGLE_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe("This server's OAuth client at Google. Unset: the sandbox; in production no Google calendars."),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional().describe("The client's secret."),
  GOOGLE_ISSUER: httpUrl
    .default('https://accounts.google.com')
    .describe('Where Google accounts sign in, as the issuer names itself.'),
  GOOGLE_API_URL: address
    .optional()
    .describe('Another address of the calendar API than `https://www.googleapis.com`.'),
  MS_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      "This server's application at Microsoft. Unset: the sandbox; in production no Outlook calendars.",
    ),
  MS_CLIENT_SECRET: z.string().min(1).optional().describe("The application's secret."),
  MS_ISSUER: httpUrl
    .default('https://login.microsoftonline.com/common/v2.0')
    .describe('Where Microsoft accounts sign in; instead of `common` a tenant.'),
  GRAPH_URL: address
    .optional()
    .describe('Another address of Microsoft Graph than `https://graph.microsoft.com`.'),
  ALLOW_PRIVATE_ADDRESSES: flag('0').describe(
    'Lets people connect CalDAV servers and .ics addresses inside your own network. Their passwords may then go by http:// as well, inside that network only. Leave it off where strangers have accounts.',
  ),
};
