import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { X } from 'lucide-react';
import { Sidebar } from './sidebar.tsx';

interface MenuDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  onSignOut: () => void;
}

/** The sidebar on tablets and phones. Escape, the backdrop and the close button close it. */
export function MenuDrawer({ isOpen, onClose, onSignOut }: MenuDrawerProps) {
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': 'Navigation',
          sx: { width: 280, maxWidth: '86vw', bgcolor: 'background.sidebar', borderWidth: '0 1px 0 0' },
        },
      }}
    >
      <IconButton
        aria-label="Close"
        onClick={onClose}
        sx={{ position: 'absolute', top: 12, right: 8, zIndex: 1, width: 40, height: 40 }}
      >
        <X size={18} strokeWidth={1.75} />
      </IconButton>
      <Sidebar onNavigate={onClose} onSignOut={onSignOut} />
    </Drawer>
  );
}
