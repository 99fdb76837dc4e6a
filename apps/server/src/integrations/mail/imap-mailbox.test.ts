import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { imapMailbox } from './imap-mailbox.ts';

interface Message {
  readonly source: string;
  isSeen: boolean;
}

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** The commands of RFC 3501 that a client needs to read a mailbox, over messages in memory. */
async function openImap(messages: readonly Message[]): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('* OK [CAPABILITY IMAP4rev1] ready');
    createInterface({ input: socket }).on('line', (line) => {
      const [tag = '', name = '', ...rest] = line.split(' ');
      const command =
        name.toUpperCase() === 'UID' ? `UID ${rest.shift()?.toUpperCase()}` : name.toUpperCase();
      const done = (state = 'OK') => say(`${tag} ${state} done`);
      const at = Number(rest[0]) - 1;
      const message = messages[at];
      if (command === 'CAPABILITY') say('* CAPABILITY IMAP4rev1');
      if (command === 'LIST') say('* LIST () "/" INBOX');
      if (command === 'SELECT') {
        say(`* ${messages.length} EXISTS`);
        say('* OK [UIDVALIDITY 1] valid');
        say(`* OK [UIDNEXT ${messages.length + 1}] next`);
      }
      if (command === 'UID SEARCH') {
        const found = messages.flatMap(({ isSeen }, index) => (isSeen ? [] : [index + 1]));
        say(`* SEARCH ${found.join(' ')}`.trimEnd());
      }
      if (command === 'UID FETCH' && message) {
        const { source } = message;
        const body = line.includes('BODY') ? ` BODY[] {${Buffer.byteLength(source)}}\r\n${source}` : '';
        say(`* ${at + 1} FETCH (UID ${at + 1} RFC822.SIZE ${Buffer.byteLength(source)}${body})`);
      }
      if (command === 'UID STORE' && message) message.isSeen = line.includes('\\Seen');
      if (command === 'LOGIN' && !line.includes('maya')) return done('NO');
      return done();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return `imap://maya:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}/INBOX`;
}

const limits = { bytes: 1_000, messages: 2 };
const aMessage = (source: string): Message => ({ source, isSeen: false });

test('new messages are passed on and marked as read, without those that are too large', async () => {
  const messages = [aMessage('one'), aMessage('x'.repeat(1_001)), aMessage('three')];
  const mailbox = imapMailbox(await openImap(messages));
  const read: string[] = [];
  const handle = async (raw: Uint8Array) => {
    read.push(Buffer.from(raw).toString());
  };
  await mailbox.readNew(handle, limits);
  expect(read).toEqual(['one']);
  expect(messages.map(({ isSeen }) => isSeen)).toEqual([true, true, false]);
  await mailbox.readNew(handle, limits);
  await mailbox.readNew(handle, limits);
  expect(read).toEqual(['one', 'three']);
});

test('a message that could not be handled stays new', async () => {
  const messages = [aMessage('one')];
  const mailbox = imapMailbox(await openImap(messages));
  const failing = mailbox.readNew(() => Promise.reject(new Error('The database is away.')), limits);
  await expect(failing).rejects.toThrow('The database is away.');
  expect(messages[0]?.isSeen).toBe(false);
});

test('a refused password is an error', async () => {
  const address = (await openImap([])).replace('maya', 'eve');
  await expect(imapMailbox(address).readNew(async () => {}, limits)).rejects.toThrow('Command failed');
});
