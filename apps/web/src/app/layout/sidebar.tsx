import { LogOut, Users } from 'lucide-react';
import { useClientConfig } from '#lib/client-config.ts';
import { Wordmark } from '#ui/brand.tsx';
import { Chip } from '#ui/chip.tsx';
import { PlaceLink } from '#ui/page-link.tsx';
import { listSidebarEntries } from '../navigation.ts';
import { UserCard } from './user-card.tsx';
import './sidebar.css';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface SidebarProps {
  onNavigate?: () => void;
  onSignOut: () => void;
}

export function Sidebar({ onNavigate, onSignOut }: SidebarProps) {
  const { productName } = useClientConfig();
  const { main, settings } = listSidebarEntries(productName);
  return (
    <div className="sidebar">
      <div className="sidebar-brand">
        <Wordmark name={productName} />
      </div>
      <UserCard />
      <nav aria-label="Main" className="sidebar-nav">
        <ul className="sidebar-list">
          {main.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <PlaceLink className="sidebar-item" to={path} onClick={onNavigate}>
                <Icon {...icon} />
                {label}
              </PlaceLink>
            </li>
          ))}
          <li>
            <button className="sidebar-item" type="button" disabled aria-disabled="true">
              <Users {...icon} />
              Contacts
              <span className="sidebar-soon">
                <Chip isPill>Soon</Chip>
              </span>
            </button>
          </li>
          <li>
            <PlaceLink className="sidebar-item" to={settings.path} onClick={onNavigate}>
              <settings.icon {...icon} />
              {settings.label}
            </PlaceLink>
          </li>
        </ul>
      </nav>
      <button className="sidebar-item" type="button" onClick={onSignOut}>
        <LogOut {...icon} />
        Sign out
      </button>
    </div>
  );
}
