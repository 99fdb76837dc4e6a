import { X } from 'lucide-react';
import { IconButton } from '#ui/button.tsx';
import { Drawer } from '#ui/drawer.tsx';
import { Sidebar } from './sidebar.tsx';
import './menu-drawer.css';

interface MenuDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  onSignOut: () => void;
}

/** The sidebar on tablets and phones. Escape, the backdrop and the close button close it. */
export function MenuDrawer({ isOpen, onClose, onSignOut }: MenuDrawerProps) {
  return (
    <Drawer anchor="left" open={isOpen} onClose={onClose} aria-label="Navigation" className="menu-drawer">
      <IconButton aria-label="Close" onClick={onClose} className="menu-drawer-close">
        <X size={18} strokeWidth={1.75} />
      </IconButton>
      <Sidebar onNavigate={onClose} onSignOut={onSignOut} />
    </Drawer>
  );
}
