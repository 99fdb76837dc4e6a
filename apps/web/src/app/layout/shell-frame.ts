import { styled } from '@mui/material/styles';
import { colors, layoutBreakpoints } from '#ui/tokens.ts';

const desktop = `@media (min-width: ${layoutBreakpoints.desktop}px)`;

export const Shell = styled('div')({
  minHeight: '100dvh',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [desktop]: { gridTemplateColumns: '224px minmax(0, 1fr)' },
  '& > .side': {
    position: 'sticky',
    top: 0,
    height: '100dvh',
    background: colors.sidebar,
    borderRight: `1px solid ${colors.line}`,
  },
});

export const ChatButton = styled('button')({
  position: 'fixed',
  right: 24,
  bottom: 24,
  zIndex: 1050,
  width: 52,
  height: 52,
  borderRadius: 99,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  background: colors.primary,
  color: '#fff',
  border: 0,
  cursor: 'pointer',
  boxShadow: '0 8px 24px rgba(5,3,12,.55), 0 0 0 1px rgba(255,255,255,.08) inset',
  transition: 'background-color 120ms',
  '&:hover': { background: colors.primaryHover },
  // An element that covers the corner ends there: the button would hide its last lines.
  'body:has([data-covers-corner]) &': { display: 'none' },
  [`@media (max-width: ${layoutBreakpoints.tablet - 1}px)`]: { right: 16, bottom: 16 },
});
