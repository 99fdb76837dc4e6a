import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { LogOut, Users } from 'lucide-react';
import { NavLink } from 'react-router';
import { useClientConfig } from '#lib/client-config.ts';
import { Wordmark } from '#ui/brand.tsx';
import { Chip } from '#ui/chip.tsx';
import { colors, radius } from '#ui/tokens.ts';
import { sidebarPlaces } from '../navigation.ts';
import { UserCard } from './user-card.tsx';

const item = {
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: 36,
  padding: '0 10px',
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  color: colors.text2,
  font: 'inherit',
  fontSize: '0.875rem',
  fontWeight: 520,
  textAlign: 'left',
  textDecoration: 'none',
  cursor: 'pointer',
  transition: 'background-color 120ms, color 120ms',
  '&:hover': { background: colors.surface1, color: colors.text1 },
  '&.active': { background: colors.primaryTintSoft, color: colors.text1 },
  '&.active svg': { color: colors.primaryLight },
  '&[aria-disabled="true"]': { color: colors.textDisabled, background: 'none', cursor: 'default' },
  '@media (pointer: coarse)': { minHeight: 44 },
} as const;

const ItemLink = styled(NavLink)(item);
const ItemButton = styled('button')(item);
const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface SidebarProps {
  onNavigate?: () => void;
  onSignOut: () => void;
}

export function Sidebar({ onNavigate, onSignOut }: SidebarProps) {
  const { productName } = useClientConfig();
  const { main, settings } = sidebarPlaces(productName);
  return (
    <Box
      sx={{
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        p: '16px 12px',
        overflowY: 'auto',
      }}
    >
      <Box sx={{ px: 1, height: 28, display: 'flex', alignItems: 'center' }}>
        <Wordmark name={productName} />
      </Box>
      <UserCard />
      <Box component="nav" aria-label="Main" sx={{ flex: 1 }}>
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column', gap: '2px' }}
        >
          {main.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <ItemLink to={path} onClick={onNavigate}>
                <Icon {...icon} />
                {label}
              </ItemLink>
            </li>
          ))}
          <li>
            <ItemButton type="button" disabled aria-disabled="true">
              <Users {...icon} />
              Contacts
              <span style={{ marginLeft: 'auto' }}>
                <Chip isPill>Soon</Chip>
              </span>
            </ItemButton>
          </li>
          <li>
            <ItemLink to={settings.path} onClick={onNavigate}>
              <settings.icon {...icon} />
              {settings.label}
            </ItemLink>
          </li>
        </Box>
      </Box>
      <ItemButton type="button" onClick={onSignOut}>
        <LogOut {...icon} />
        Sign out
      </ItemButton>
    </Box>
  );
}
