import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { colors } from './tokens.ts';

const run = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(350%)' } });

const Track = styled('div')({
  position: 'fixed',
  inset: '0 0 auto',
  zIndex: 1600,
  height: 3,
  overflow: 'hidden',
  '& > div': {
    width: '30%',
    height: '100%',
    background: colors.primaryLight,
    animation: `${run} 1.1s ease-in-out infinite`,
  },
  '@media (prefers-reduced-motion: reduce)': { '& > div': { width: '100%', animation: 'none' } },
});

/** Shows at the top of the window that a click was heard while its script or data is loaded. */
export function LoadingBar({ label = 'Loading' }: { label?: string }) {
  return (
    <Track role="progressbar" aria-label={label}>
      <div />
    </Track>
  );
}
