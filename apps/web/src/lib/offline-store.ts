import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type KeptChange, type KeptResponse, MemoryStore, type OfflineStore } from './kept-data.ts';

interface Schema extends DBSchema {
  /** Whose data may be stored: who signed in and has not signed out since. */
  users: { key: string; value: { user: string } };
  answers: { key: [user: string, topic: string]; value: KeptResponse & { user: string } };
  changes: { key: [user: string, id: string]; value: KeptChange & { user: string } };
}

const NAME = 'dayloom';
const VERSION = 1;

function openDatabase(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore('users', { keyPath: 'user' });
      db.createObjectStore('answers', { keyPath: ['user', 'topic'] });
      db.createObjectStore('changes', { keyPath: ['user', 'id'] });
    },
    // A newer page must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}

/**
 * Opens what the browser keeps for a user who is signed in, and discards the responses that it kept for others. Changes
 * of others stay until they sign in again. In a browser without storage everything is kept in memory.
 */
export async function openOfflineStore(user: string): Promise<OfflineStore> {
  if (!('indexedDB' in globalThis)) return new MemoryStore();
  try {
    const db = await openDatabase();
    const tx = db.transaction(['users', 'answers'], 'readwrite');
    await tx.objectStore('users').put({ user });
    for (const one of await tx.objectStore('users').getAllKeys())
      if (one !== user) {
        await tx.objectStore('users').delete(one);
        await tx.objectStore('answers').delete(toRange(one));
      }
    await tx.done;
    return new DatabaseStore(db, user);
  } catch (error) {
    console.warn('This browser keeps nothing for the time without a network', error);
    return new MemoryStore();
  }
}

/** Removes the kept responses of all users, because nobody is signed in. Unsent changes wait for their user. */
export async function discardResponses(): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  const db = await openDatabase();
  const tx = db.transaction(['users', 'answers'], 'readwrite');
  await tx.objectStore('users').clear();
  await tx.objectStore('answers').clear();
  await tx.done;
  db.close();
}

const toRange = (user: string) => IDBKeyRange.bound([user], [user, []]);

class DatabaseStore implements OfflineStore {
  readonly isDurable = true;
  readonly #db: IDBPDatabase<Schema>;
  readonly #user: string;

  constructor(db: IDBPDatabase<Schema>, user: string) {
    this.#db = db;
    this.#user = user;
  }

  listResponses(): Promise<KeptResponse[]> {
    return this.#db.getAll('answers', toRange(this.#user));
  }

  async keepResponses(responses: readonly KeptResponse[]): Promise<void> {
    const tx = this.#db.transaction(['users', 'answers'], 'readwrite');
    if (await tx.objectStore('users').get(this.#user))
      for (const response of responses)
        await tx.objectStore('answers').put({ ...response, user: this.#user });
    await tx.done;
  }

  async listChanges(): Promise<KeptChange[]> {
    const changes = await this.#db.getAll('changes', toRange(this.#user));
    return changes.sort((a, b) => a.createdAt - b.createdAt);
  }

  async keepChange(change: KeptChange): Promise<void> {
    // Written to the disk before it counts as kept.
    const tx = this.#db.transaction(['users', 'changes'], 'readwrite', { durability: 'strict' });
    const isSignedIn = await tx.objectStore('users').get(this.#user);
    if (isSignedIn) await tx.objectStore('changes').put({ ...change, user: this.#user });
    await tx.done;
    if (!isSignedIn) throw new Error('The user has signed out');
  }

  async replaceChanges(removed: readonly string[], changed: readonly KeptChange[]): Promise<void> {
    const tx = this.#db.transaction('changes', 'readwrite');
    for (const id of removed) await tx.store.delete([this.#user, id]);
    // Not what another page has removed meanwhile.
    for (const change of changed)
      if (await tx.store.get([this.#user, change.id])) await tx.store.put({ ...change, user: this.#user });
    await tx.done;
  }

  async forget({ keepsChanges } = { keepsChanges: false }): Promise<void> {
    const tx = this.#db.transaction(['users', 'answers', 'changes'], 'readwrite');
    await tx.objectStore('users').delete(this.#user);
    await tx.objectStore('answers').delete(toRange(this.#user));
    if (!keepsChanges) await tx.objectStore('changes').delete(toRange(this.#user));
    await tx.done;
  }
}
