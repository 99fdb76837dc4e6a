import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { floatingShadow, radius } from './tokens.ts';

interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
  /** The accessible name of the dialog. */
  label: string;
  /** Content of the header; the label by default. */
  head?: ReactNode;
  children: ReactNode;
  /** Fixed below the scrolling part. */
  foot?: ReactNode;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A side sheet of 480 px; on phones full width, from the bottom. Escape and the backdrop close it. */
export function Sheet({ isOpen, onClose, label, head, children, foot, onKeyDown }: SheetProps) {
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  return (
    <Drawer
      anchor={isPhone ? 'bottom' : 'right'}
      open={isOpen}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': label,
          onKeyDown,
          sx: {
            // The sheet takes the focus when it opens; a focus ring around all of it would have no use.
            '&:focus-visible': { outline: 'none' },
            ...(isPhone
              ? { height: '100dvh', borderWidth: 0 }
              : {
                  width: 480,
                  maxWidth: '100vw',
                  borderWidth: '0 0 0 1px',
                  borderRadius: `${radius.sheet} 0 0 ${radius.sheet}`,
                  boxShadow: floatingShadow,
                }),
          },
        },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 56,
          px: 2.5,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0, typography: 'h3' }}>{head ?? label}</Box>
        <IconButton
          aria-label="Close"
          onClick={onClose}
          edge="end"
          sx={{ '@media (pointer: coarse)': { width: 44, height: 44 } }}
        >
          <X size={18} strokeWidth={1.75} />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', p: 2.5 }}>{children}</Box>
      {foot && (
        <Box sx={{ borderTop: 1, borderColor: 'divider', bgcolor: 'background.raised', p: '16px 20px' }}>
          {foot}
        </Box>
      )}
    </Drawer>
  );
}
