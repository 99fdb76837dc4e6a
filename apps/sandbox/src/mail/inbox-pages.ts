import type { FastifyInstance } from 'fastify';
import { sendPage } from '../pages/frame.ts';
import { html } from '../pages/html.ts';
import { type Participation, writeReplyMail } from './calendar-reply.ts';
import type { Inbox, SandboxMail } from './inbox.ts';

export interface InboxPages {
  readonly inbox: Inbox;
  readonly now: () => Date;
  /** Sends a mail to the server; resolves when it was delivered. */
  readonly deliver: (mail: string) => Promise<void>;
}

const MAX_SHOWN = 100;
const ANSWERS: readonly (readonly [Participation, string])[] = [
  ['ACCEPTED', 'Accept'],
  ['TENTATIVE', 'Maybe'],
  ['DECLINED', 'Decline'],
];

/** The mailbox in which all mail arrives, with the buttons of a mail program that understands invitations. */
export function inboxPages(app: FastifyInstance, { inbox, now, deliver }: InboxPages): void {
  app.get('/sandbox/inbox', async (_request, reply) =>
    sendPage(reply, {
      title: 'Inbox',
      section: 'inbox',
      body: html`<h1>Inbox</h1><p>Mail that would have been sent, newest first.</p>${
        inbox.list().length === 0
          ? html`<div class="card"><p>Nothing yet.</p></div>`
          : inbox.list().slice(0, MAX_SHOWN).map(mailCard)
      }`,
    }),
  );
  app.post('/sandbox/inbox/answer', async (request, reply) => {
    const { to, sentAt, subject, answer } = (request.body ?? {}) as Record<string, unknown>;
    const mail = inbox
      .list()
      .find((each) => each.to === to && each.sentAt === sentAt && each.subject === subject);
    const given = ANSWERS.find(([name]) => name === answer)?.[0];
    const invitation = mail && findInvitation(mail);
    if (!invitation || !given)
      return reply.code(400).send({
        success: false,
        message: 'to, sentAt, subject: of a mail with an invitation; answer: ACCEPTED, TENTATIVE, DECLINED',
      });
    await deliver(writeReplyMail({ invitation, from: mail.to, participation: given, now: now() }));
    return request.headers.accept?.includes('text/html')
      ? reply.redirect('/sandbox/inbox', 303)
      : { success: true };
  });
}

function findInvitation({ attachments }: SandboxMail): string | undefined {
  return attachments.find(({ content }) => /^METHOD:REQUEST\s*$/m.test(content))?.content;
}

function mailCard(mail: SandboxMail) {
  return html`<article class="card"><h2>${mail.subject}</h2><p class="muted">To ${mail.to} · ${mail.sentAt.slice(0, 16).replace('T', ' ')} UTC</p>
<pre>${linked(mail.text)}</pre>${mail.attachments.map(({ filename }) => html`<p class="muted">Attachment: ${filename}</p>`)}${findInvitation(mail) === undefined ? null : answerForm(mail)}</article>`;
}

/** Turns the addresses in a mail into links. */
function linked(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}

/** Answers like a mail program, with a mail to the organizer. */
function answerForm({ to, sentAt, subject }: SandboxMail) {
  return html`<form class="inline" method="post" action="/sandbox/inbox/answer">
<input type="hidden" name="to" value="${to}"><input type="hidden" name="sentAt" value="${sentAt}"><input type="hidden" name="subject" value="${subject}">
${ANSWERS.map(([value, label]) => html`<button name="answer" value="${value}">${label}</button>`)}</form>`;
}
