import { styled } from '@mui/material/styles';
import { Hidden } from '#ui/hidden.tsx';
import { colors } from '#ui/tokens.ts';

const Badge = styled('span')({
  position: 'relative',
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 22,
  height: 20,
  borderRadius: 5,
  border: `1px solid ${colors.lineStrong}`,
  color: colors.text2,
  fontSize: '0.6875rem',
  fontWeight: 650,
  '&[data-priority="1"]': { background: colors.hardTint, borderColor: 'transparent', color: colors.hard },
  '&[data-priority="2"]': { background: colors.softTint, borderColor: 'transparent', color: colors.soft },
});

export function PriorityBadge({ priority }: { priority: number }) {
  return (
    <Badge data-priority={priority}>
      <span aria-hidden>P{priority}</span>
      <Hidden>{`priority ${priority}`}</Hidden>
    </Badge>
  );
}
