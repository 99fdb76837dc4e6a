import { styled } from '@mui/material/styles';
import { Check } from 'lucide-react';
import { colors } from '#ui/tokens.ts';

const Frame = styled('span')({
  position: 'relative',
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 18,
  height: 18,
  borderRadius: 99,
  border: `1.5px solid ${colors.control}`,
  color: 'transparent',
  transition: 'background-color 120ms, border-color 120ms',
  '&.square': { borderRadius: 5 },
  '&:hover': { borderColor: colors.primaryLight, color: colors.text3 },
  '&:has(:checked)': { background: colors.primary, borderColor: colors.primary, color: '#fff' },
  '&:has(:focus-visible)': { outline: `2px solid ${colors.primaryLight}`, outlineOffset: 2 },
  '@media (forced-colors: active)': { '&:has(:checked)': { color: 'CanvasText' } },
  '& input': { position: 'absolute', inset: -9, margin: 0, opacity: 0, cursor: 'pointer', zIndex: 1 },
  '@media (pointer: coarse)': { '& input': { inset: -14 } },
});

interface TaskCheckProps {
  label: string;
  isChecked: boolean;
  /** Square for selecting and for subtasks, round for completing. */
  isSquare?: boolean;
  tabIndex?: number;
  onChange: (isChecked: boolean, withShift: boolean) => void;
}

export function TaskCheck({ label, isChecked, isSquare = false, tabIndex = 0, onChange }: TaskCheckProps) {
  return (
    <Frame className={isSquare ? 'square' : ''}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        tabIndex={tabIndex}
        onChange={(event) =>
          onChange(event.currentTarget.checked, (event.nativeEvent as MouseEvent).shiftKey)
        }
      />
      <Check size={12} strokeWidth={3} aria-hidden />
    </Frame>
  );
}
