import { fetchPushKey, removeSubscription, saveSubscription } from '../api.ts';

const WORKER = '/service-worker.js';

/** `unsupported`: the browser has no Web Push, or only for apps on the home screen. */
export type PushState = 'on' | 'off' | 'denied' | 'unsupported';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
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
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
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
  if (!subscription) return;
  await removeSubscription(subscription.endpoint);
  await subscription.unsubscribe();
}
