import Box from '@mui/material/Box';
import { CircleHelp, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { colors } from '#ui/tokens.ts';

const looks: { name: string; border: string; fill: string; inside?: ReactNode }[] = [
  { name: 'Movable', border: `2px dotted ${colors.blockDotted}`, fill: colors.blockFill },
  { name: 'Last chance in time', border: `2px solid ${colors.blockLastBorder}`, fill: colors.blockLastFill },
  {
    name: 'Pinned by you',
    border: `1px solid ${colors.blockPinBorder}`,
    fill: colors.blockPinFill,
    inside: <Lock size={9} strokeWidth={2.4} />,
  },
  { name: 'Chunk of a longer task', border: '0', fill: 'rgba(188,166,255,.2)', inside: '2/3' },
];

export function BlocksLegend() {
  return (
    <Box component="details" sx={{ flex: 'none' }}>
      <Box
        component="summary"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          mb: 0.75,
          minHeight: 24,
          cursor: 'pointer',
          listStyle: 'none',
          '&::-webkit-details-marker': { display: 'none' },
          typography: 'caption',
          color: 'text.secondary',
          '&:hover': { color: 'text.primary' },
        }}
      >
        <CircleHelp size={14} aria-hidden />
        How blocks read
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {looks.map(({ name, border, fill, inside }) => (
          <Box
            component="li"
            key={name}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              height: 22,
              typography: 'caption',
              color: 'text.secondary',
            }}
          >
            <Box
              component="span"
              aria-hidden
              className="n"
              style={{ border, background: fill }}
              sx={{
                width: 26,
                height: 16,
                flex: 'none',
                borderRadius: '5px',
                display: 'inline-flex',
                alignItems: 'center',
                justifyContent: 'center',
                fontSize: 10,
                fontWeight: 620,
                color: '#DCD0FF',
              }}
            >
              {inside}
            </Box>
            {name}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
