const KEY = 'dayloom.focusSignals';
const LAST_END_KEY = 'dayloom.focusLastEnd';

interface Signals {
  sound: boolean;
  notification: boolean;
}

const WHY_NOT = {
  default: 'Notifications are not allowed yet. Try again, and choose Allow when your browser asks.',
  denied: 'Your browser does not allow notifications for this page. Allow them in its settings first.',
  unsupported: 'This browser cannot show notifications from a page. The sound works.',
} as const;

/** The switches for a sound and a notification at the end of a session. */
export function startEndSignals(root: HTMLElement, say: (problem: string) => void): void {
  const sound = root.querySelector<HTMLInputElement>('[data-sound]');
  const notification = root.querySelector<HTMLInputElement>('[data-notification]');
  const signals = read();
  if (sound) sound.checked = signals.sound;
  if (notification) notification.checked = signals.notification && isAllowed();

  sound?.addEventListener('change', () => {
    save({ ...read(), sound: sound.checked });
    // A browser lets a page make sounds only after a click; this one also lets people hear it.
    if (sound.checked) playTone();
  });
  const switchNotification = async (input: HTMLInputElement) => {
    const permission = input.checked ? await askForPermission() : null;
    if (permission !== null) say(permission === 'granted' ? '' : WHY_NOT[permission]);
    if (permission !== 'granted') input.checked = false;
    save({ ...read(), notification: input.checked });
  };
  notification?.addEventListener('change', () => void switchNotification(notification));
}

/** Ends that differ by less are the same one: each tab reads the clock of the server by itself. */
const SAME_END_MS = 5_000;

/** Signals the end of a session in the way that its user chose, in one of the open tabs. */
export function signalEnd(message: string, endedAt: number): void {
  if (Math.abs(endedAt - readLastEnd()) < SAME_END_MS) return;
  keepLastEnd(endedAt);
  const { sound, notification } = read();
  if (sound) playTone();
  if (notification && isAllowed())
    notify(message).catch((error: unknown) => console.warn('The notification could not be shown', error));
}

function readLastEnd(): number {
  try {
    return Number(localStorage.getItem(LAST_END_KEY) ?? 0);
  } catch {
    return 0;
  }
}

function keepLastEnd(endedAt: number): void {
  try {
    localStorage.setItem(LAST_END_KEY, String(endedAt));
  } catch {
    // Without storage each tab signals it.
  }
}

const TAG = 'dayloom-focus';

/** By the service worker where there is one: browsers on Android show no other notifications. */
async function notify(message: string): Promise<void> {
  const worker = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  if (worker) {
    await worker.showNotification(message, { tag: TAG, icon: '/icon.svg', data: { path: '/pomodoro' } });
    return;
  }
  const shown = new Notification(message, { tag: TAG });
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
  });
}

const isAllowed = (): boolean => 'Notification' in window && Notification.permission === 'granted';

/** `default`: the question was closed without an answer, so the browser may ask again. */
const askForPermission = async (): Promise<NotificationPermission | 'unsupported'> =>
  'Notification' in window ? await Notification.requestPermission() : 'unsupported';

function read(): Signals {
  try {
    const { sound = false, notification = false } = JSON.parse(
      localStorage.getItem(KEY) ?? '{}',
    ) as Partial<Signals>;
    return { sound, notification };
  } catch {
    return { sound: false, notification: false };
  }
}

function save(signals: Signals): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(signals));
  } catch {
    // Without storage the choice lives as long as the page.
  }
}

/** Two soft notes. */
function playTone(): void {
  if (!('AudioContext' in window)) return;
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.connect(audio.destination);
  volume.gain.setValueAtTime(0.15, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 1.2);
  for (const [index, frequency] of [660, 880].entries()) {
    const note = audio.createOscillator();
    note.frequency.value = frequency;
    note.connect(volume);
    note.start(audio.currentTime + index * 0.25);
    note.stop(audio.currentTime + 1.2);
    if (index === 1) note.addEventListener('ended', () => void audio.close());
  }
}
