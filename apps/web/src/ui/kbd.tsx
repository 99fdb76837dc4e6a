import './kbd.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** `mod+k` in the notation of this platform. */
export function keyLabel(key: string): string {
  const names: Record<string, string> = {
    'mod+k': isApple ? '⌘ K' : 'Ctrl K',
    'mod+z': isApple ? '⌘ Z' : 'Ctrl Z',
    'mod+shift+z': isApple ? '⌘ ⇧ Z' : 'Ctrl Shift Z',
    'mod+enter': isApple ? '⌘ ↵' : 'Ctrl ↵',
    'alt+arrows': isApple ? '⌥ arrows' : 'Alt + arrows',
    'alt+shift+arrows': isApple ? '⌥ ⇧ ↓ ↑' : 'Alt + Shift + ↓ ↑',
    enter: '↵',
    tab: 'Tab',
    escape: 'Esc',
    space: 'Space',
  };
  return names[key] ?? key.toUpperCase();
}

/** Keys that are pressed one after the other: `g d`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="kbd">
      {keys.split(' ').map((key) => (
        <kbd key={key} className="kbd-key">
          {keyLabel(key)}
        </kbd>
      ))}
    </span>
  );
}
