import { fetchPushKey, removeSubscription, saveSubscription } from '../api.ts';

const WORKER = '/service-worker.js';
const LAST_USER_KEY = 'dayloom.lastUser';

/** `unsupported`: the browser has no Web Push, or only for apps on the home screen. */
export type PushState = 'on' | 'off' | 'denied' | 'unsupported';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const findRegistration = () => navigator.serviceWorker.getRegistration(WORKER);

async function findSubscription(): Promise<PushSubscription | null> {
  return (await (await findRegistration())?.pushManager.getSubscription()) ?? null;
}

/** Takes the notifications from the screen. Systems keep them until somebody closes them. */
async function closeShown(): Promise<void> {
  const shown = await (await findRegistration())?.getNotifications();
  for (const notification of shown ?? []) notification.close();
}

/** Whether this browser gets notifications. */
export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && (await findSubscription()) ? 'on' : 'off';
}

/** Asks for permission and subscribes this browser for the signed-in user. */
export async function subscribeBrowser(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  const permission = await Notification.requestPermission();
  // Closing the question decides nothing: browsers ask again next time, unless it was closed too often.
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const [publicKey] = await Promise.all([fetchPushKey(), navigator.serviceWorker.register(WORKER)]);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with another server's key cannot be used, nor replaced.
  const old = await pushManager.getSubscription();
  const subscription =
    old && hasKey(old, publicKey)
      ? old
      : await old?.unsubscribe().then(
          () => null,
          () => null,
        );
  const current =
    subscription ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  await saveSubscription(current.toJSON());
  return 'on';
}

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '') === publicKey;
}

/** Ends it: the next person who signs in here must not see this one's notifications. */
export async function unsubscribeBrowser(): Promise<void> {
  if (!isSupported()) return;
  const subscription = await findSubscription();
  // Those of the focus timer need no subscription.
  if (!subscription) return closeShown();
  // If this request fails, the server finds out with its next push.
  const [ended] = await Promise.allSettled([
    subscription.unsubscribe(),
    removeSubscription(subscription.endpoint),
  ]);
  // None comes any more.
  await closeShown();
  if (ended.status === 'rejected') throw ended.reason;
}

/** Signing out leaves nothing here that names the user, unless the next one has to end the subscription. */
export async function leavePush(): Promise<void> {
  await unsubscribeBrowser();
  localStorage.removeItem(LAST_USER_KEY);
}

/** Somebody whose session ended by itself may have left a subscription here: it does not pass to the next user. */
export async function unsubscribeOtherUsers(user: string): Promise<void> {
  if (!isSupported()) return;
  const before = localStorage.getItem(LAST_USER_KEY);
  if (before !== user) localStorage.setItem(LAST_USER_KEY, user);
  if (before === null || before === user) return;
  await (await findSubscription())?.unsubscribe();
  await closeShown();
}
