import { remindersApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { escapeHtml } from '#platform/html.ts';
import { getScope, route } from '#platform/http.ts';
import type { RemindersPlatform } from './operations/platform.ts';
import {
  changeReminderSettings,
  readOwnReminders,
  readReminderSettings,
  setOwnReminders,
} from './operations/settings.ts';
import { mailListWords, readUnsubscribeToken, unsubscribe } from './operations/unsubscribe.ts';

const UNSUBSCRIBES_PER_MINUTE = 30;

export async function reminderRoutes(
  app: FastifyInstance,
  platform: DbContext & Pick<RemindersPlatform, 'config' | 'secrets' | 'sms'>,
): Promise<void> {
  route(app, remindersApi.getSettings, async ({ request }) => ({
    ...(await readReminderSettings(platform, getScope(request))),
    message: 'Reminder settings fetched',
  }));
  route(app, remindersApi.changeSettings, async ({ request, body }) => ({
    ...(await changeReminderSettings(platform, getScope(request), body)),
    message: 'Reminder settings saved',
  }));
  route(app, remindersApi.getOwn, async ({ request, params }) => ({
    ...(await readOwnReminders(platform, getScope(request), params)),
    message: 'Reminders fetched',
  }));
  route(app, remindersApi.setOwn, async ({ request, params, body }) => ({
    ...(await setOwnReminders(platform, getScope(request), params, body.reminders)),
    message: 'Reminders saved',
  }));
  await app.register(async (scope) => {
    // Links lose their end in some mail programs, and what follows one is a browser.
    scope.setErrorHandler((error, request, reply) => {
      const isBrowser = request.headers.accept?.includes('text/html') === true;
      if (!isBrowser || !(error instanceof AppError && error.code === 'not_found')) throw error;
      return reply
        .code(error.status)
        .type(HTML)
        .send(toPage(platform, 'This link does not work', `<p>${escapeHtml(error.message)}</p>`));
    });
    // Mail programs send `List-Unsubscribe=One-Click` (RFC 8058); the link says everything.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => {
      body.resume();
      done(null, undefined);
    });
    const limits = { perMinute: UNSUBSCRIBES_PER_MINUTE };
    route(
      scope,
      remindersApi.askToUnsubscribe,
      async ({ params, reply }) => {
        const { list } = readUnsubscribeToken(platform, params.token);
        const form = `<form method="post"><button>Stop ${escapeHtml(mailListWords[list])}</button></form>`;
        return reply.type(HTML).send(toPage(platform, `Stop ${mailListWords[list]}?`, form));
      },
      limits,
    );
    route(
      scope,
      remindersApi.unsubscribe,
      async ({ params, reply }) => {
        const list = await unsubscribe(platform, params.token);
        const where = `<p>You can turn them on again in your <a href="${escapeHtml(platform.config.publicUrl)}/settings?tab=preferences">preferences</a>.</p>`;
        return reply
          .type(HTML)
          .send(toPage(platform, `You will no longer get ${mailListWords[list]}.`, where));
      },
      limits,
    );
  });
}

const HTML = 'text/html; charset=utf-8';

/** A page without scripts and styles: it is opened from mail programs, signed in or not. */
function toPage({ config }: Pick<Platform, 'config'>, title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="dark light"><title>${escapeHtml(config.PRODUCT_NAME)}</title></head><body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`;
}
