import Box from '@mui/material/Box';

/** A calendar's colour, shown next to its name. */
export function ColorMark({ color, sx }: { color: string; sx?: { mt?: string; mr?: number } }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{ display: 'inline-block', width: 12, height: 12, borderRadius: '4px', flex: 'none', ...sx }}
      style={{ background: color }}
    />
  );
}
