import type { ReplyMailbox } from '#features/invitations/ports.ts';

const TIMEOUT_MS = 30_000;

/** A mailbox of any IMAP server: `imaps://USER:PASSWORD@HOST/INBOX`. The first reading loads the library. */
export function imapMailbox(address: string): ReplyMailbox {
  const { protocol, hostname, port, username, password, pathname } = new URL(address);
  const isSecure = protocol === 'imaps:';
  return {
    async readNew(handle, { bytes, messages }) {
      const { ImapFlow } = await import('imapflow');
      const client = new ImapFlow({
        host: hostname,
        port: port === '' ? (isSecure ? 993 : 143) : Number(port),
        secure: isSecure,
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
        logger: false,
        connectionTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
      });
      // Without a listener, a lost connection would end the process.
      client.on('error', () => {});
      await client.connect();
      try {
        const lock = await client.getMailboxLock(decodeURIComponent(pathname.slice(1)) || 'INBOX');
        try {
          const found = await client.search({ seen: false }, { uid: true });
          for (const uid of (found || []).slice(0, messages)) {
            const name = String(uid);
            const head = await client.fetchOne(name, { size: true }, { uid: true });
            const isSmall = head !== false && (head.size ?? Number.POSITIVE_INFINITY) <= bytes;
            const message = isSmall ? await client.fetchOne(name, { source: true }, { uid: true }) : false;
            if (message !== false && message.source) await handle(message.source);
            await client.messageFlagsAdd(name, ['\\Seen'], { uid: true });
          }
        } finally {
          lock.release();
        }
        await client.logout();
      } finally {
        client.close();
      }
    },
  };
}
