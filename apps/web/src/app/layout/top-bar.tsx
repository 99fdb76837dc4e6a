import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { Menu, Search } from 'lucide-react';
import { NavLink } from 'react-router';
import { Hidden } from '#ui/hidden.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { colors, layoutBreakpoints, radius } from '#ui/tokens.ts';
import { tasksPlace } from '../navigation.ts';

const wide = `@media (min-width: ${layoutBreakpoints.tablet}px)`;
const phone = '@media (max-width: 599.95px)';
const roomy = '@media (min-width: 1440px)';

const Bar = styled('header')({
  position: 'sticky',
  top: 0,
  zIndex: 10,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 56,
  padding: '0 12px',
  background: colors.canvas,
  borderBottom: `1px solid ${colors.line}`,
  [wide]: { gap: 12, padding: '0 24px' },
  '&.has-own-bar': {
    // The page's own menu has them.
    [phone]: { gap: 0, padding: '0 8px 0 12px', '& > .not-on-phone': { display: 'none' } },
  },
});

const PageControls = styled('div')({ flex: 1, minWidth: 0 });

const Title = styled('div')({
  margin: 0,
  fontSize: '1rem',
  lineHeight: '24px',
  fontWeight: 620,
  letterSpacing: '-0.008em',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
});

const asField = {
  width: 240,
  height: 32,
  padding: '0 6px 0 10px',
  justifyContent: 'flex-start',
  background: colors.surface1,
  borderColor: colors.line,
  color: colors.text3,
  '& .only-wide': { display: 'inline-flex' },
  '& .name': { position: 'static', clipPath: 'none' },
} as const;

const SearchButton = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  flex: 'none',
  width: 40,
  height: 40,
  padding: 0,
  border: '1px solid transparent',
  borderRadius: radius.control,
  background: 'none',
  color: colors.text2,
  font: 'inherit',
  fontSize: '0.8125rem',
  cursor: 'pointer',
  '& .only-wide': { display: 'none' },
  '& .name': { position: 'absolute', clipPath: 'inset(50%)' },
  '&:hover': { borderColor: colors.lineStrong, color: colors.text1 },
  [wide]: { '&:not(.has-own-bar &)': asField },
  [roomy]: asField,
});

const MenuButton = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: 'none',
  width: 44,
  height: 44,
  marginLeft: -8,
  padding: 0,
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  color: colors.text2,
  cursor: 'pointer',
  '&:hover': { background: colors.surface2, color: colors.text1 },
});

const TasksLink = styled(NavLink)({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  flex: 'none',
  height: 32,
  minWidth: 32,
  padding: '0 8px',
  borderRadius: 7,
  color: colors.text2,
  fontSize: '0.8125rem',
  fontWeight: 550,
  textDecoration: 'none',
  '&:hover': { background: colors.surface2, color: colors.text1 },
  '&.active': { background: colors.primaryTintSoft, color: colors.text1 },
  '&.active svg': { color: colors.primaryLight },
  '@media (pointer: coarse)': { height: 44, minWidth: 44 },
});

interface TopBarProps {
  title: string;
  /** The page has its own heading. */
  isHeadingElsewhere: boolean;
  /** Set if the page has its own controls for the bar: called with their place. */
  onPlace: ((place: HTMLElement | null) => void) | null;
  hasMenuButton: boolean;
  onMenu: () => void;
  onSearch: () => void;
}

export function TopBar(props: TopBarProps) {
  const { title, isHeadingElsewhere, onPlace, hasMenuButton, onMenu, onSearch } = props;
  const Tasks = tasksPlace.icon;
  return (
    <Bar className={onPlace ? 'has-own-bar' : undefined}>
      {hasMenuButton && (
        <MenuButton type="button" onClick={onMenu} aria-label="Menu">
          <Menu size={18} strokeWidth={1.75} />
        </MenuButton>
      )}
      {onPlace ? (
        <>
          <h1 style={{ margin: 0 }}>
            <Hidden>{title}</Hidden>
          </h1>
          <PageControls ref={onPlace} />
        </>
      ) : (
        <>
          <Title as={isHeadingElsewhere ? 'div' : 'h1'}>{title}</Title>
          <Box sx={{ flex: 1, minWidth: 0 }} />
        </>
      )}
      <SearchButton
        className="not-on-phone"
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Search size={16} strokeWidth={1.9} style={{ flex: 'none' }} />
        <span className="name">Search</span>
        <span className="only-wide" aria-hidden="true" style={{ marginLeft: 'auto' }}>
          <Kbd keys="mod+k" />
        </span>
      </SearchButton>
      <TasksLink className="not-on-phone" to={tasksPlace.path}>
        <Tasks size={18} strokeWidth={1.75} />
        Tasks
      </TasksLink>
    </Bar>
  );
}
