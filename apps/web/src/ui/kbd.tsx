import { styled } from '@mui/material/styles';
import { colors } from './tokens.ts';

const Key = styled('kbd')({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minWidth: 20,
  height: 20,
  padding: '0 5px',
  borderRadius: 5,
  border: `1px solid ${colors.lineStrong}`,
  background: colors.surface2,
  color: colors.text2,
  fontFamily: 'inherit',
  fontSize: '0.6875rem',
  lineHeight: 1,
  fontWeight: 550,
  whiteSpace: 'nowrap',
});

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
    escape: 'Esc',
    space: 'Space',
  };
  return names[key] ?? key.toUpperCase();
}

/** Keys that are pressed one after the other: `g d`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span style={{ display: 'inline-flex', gap: 4 }}>
      {keys.split(' ').map((key) => (
        <Key key={key}>{keyLabel(key)}</Key>
      ))}
    </span>
  );
}
