import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { colors } from './tokens.ts';

const run = keyframes({ from: { backgroundPosition: '150% 0' }, to: { backgroundPosition: '-50% 0' } });
const light = colors.primaryLight;

const Bar = styled('progress')({
  position: 'fixed',
  inset: '0 0 auto',
  zIndex: 1600,
  width: '100%',
  height: 3,
  border: 0,
  appearance: 'none',
  background: `linear-gradient(90deg, transparent 30%, ${light} 50%, transparent 70%) 0 0 / 200% 100%`,
  animation: `${run} 1.1s linear infinite`,
  '&::-webkit-progress-bar': { background: 'transparent' },
  '&::-moz-progress-bar': { background: 'transparent' },
  '@media (prefers-reduced-motion: reduce)': { background: light, animation: 'none' },
});

/** Shows at the top of the window that a click was heard while its script or data is loaded. */
export function LoadingBar({ label = 'Loading' }: { label?: string }) {
  return <Bar aria-label={label} />;
}
