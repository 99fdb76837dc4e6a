import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface SunkMail {
  readonly to: string;
  readonly messageId: string;
  readonly subject: string;
  /** The whole message, with lines that were folded joined again. */
  readonly source: string;
}

/** A mail server (RFC 5321) that keeps what it gets. `onMail` runs before a mail is acknowledged. */
export async function startSmtpSink(onMail: () => void = () => {}) {
  const mails: SunkMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    let to = '';
    let isBody = false;
    const answer = (line: string) => socket.write(`${line}\r\n`);
    const takeLine = (): string | null => {
      const [end, length] = isBody ? [text.indexOf('\r\n.\r\n'), 5] : [text.indexOf('\r\n'), 2];
      if (end < 0) return null;
      const line = text.slice(0, end);
      text = text.slice(end + length);
      return line;
    };
    const onLine = (line: string) => {
      if (isBody) {
        isBody = false;
        const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(line)?.[1]?.trim() ?? '';
        const source = line.replaceAll(/\r\n(?=[ \t])/g, '');
        mails.push({ to, messageId: header('message-id'), subject: header('subject'), source });
        onMail();
        answer('250 kept');
      } else if (/^rcpt to:/i.test(line)) {
        to = /<(.*)>/.exec(line)?.[1] ?? '';
        answer('250 ok');
      } else if (/^data$/i.test(line)) {
        isBody = true;
        answer('354 go on');
      } else answer(/^quit$/i.test(line) ? '221 bye' : '250 ok');
    };
    answer('220 sink');
    socket.on('data', (chunk) => {
      text += chunk.toString();
      for (let line = takeLine(); line !== null; line = takeLine()) onLine(line);
    });
    // A killed client leaves without a word.
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: mails as readonly SunkMail[],
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
