const KEY = 'dayloom.focusSignals';

interface Signals {
  sound: boolean;
  notification: boolean;
}

/** The switches for a sound and a notification at the end of a session. Returns what to do at the end. */
export function startEndSignals(
  root: HTMLElement,
  say: (problem: string) => void,
): { signalEnd: (message: string) => void } {
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
    if (input.checked && !(await askForPermission())) {
      input.checked = false;
      say('Your browser does not allow notifications for this page. Allow them in its settings first.');
    }
    save({ ...read(), notification: input.checked });
  };
  notification?.addEventListener('change', () => void switchNotification(notification));
  return {
    signalEnd(message) {
      if (sound?.checked) playTone();
      if (notification?.checked && isAllowed()) notify(message);
    },
  };
}

function notify(message: string): void {
  const shown = new Notification(message, { tag: 'dayloom-focus' });
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
  });
}

const isAllowed = (): boolean => 'Notification' in window && Notification.permission === 'granted';

const askForPermission = async (): Promise<boolean> =>
  'Notification' in window && (await Notification.requestPermission()) === 'granted';

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
