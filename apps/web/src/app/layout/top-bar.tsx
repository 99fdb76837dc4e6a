import { Menu, Search } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { pageShown } from '#lib/page-shown.ts';
import { Hidden } from '#ui/hidden.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { PlaceLink } from '#ui/page-link.tsx';
import { tasksEntry } from '../navigation.ts';
import './top-bar.css';

const Bell = lazy(async () => {
  await pageShown;
  return { default: (await import('./after-first-screen.tsx')).afterFirstScreen.Bell };
});

interface TopBarProps {
  title: string;
  /** The page has its own heading. */
  isHeadingElsewhere: boolean;
  /** Set if the page has its own controls for the bar: called with their place. */
  onPlace: ((place: HTMLElement | null) => void) | null;
  /** Set if the page adds something after the title: called with its place. */
  onExtras: ((place: HTMLElement | null) => void) | null;
  hasMenuButton: boolean;
  onMenu: () => void;
  onSearch: () => void;
}

export function TopBar(props: TopBarProps) {
  const { title, isHeadingElsewhere, onPlace, onExtras, hasMenuButton, onMenu, onSearch } = props;
  const Tasks = tasksEntry.icon;
  const Title = isHeadingElsewhere ? 'div' : 'h1';
  return (
    <header className="top-bar" data-own={onPlace ? '' : undefined}>
      {hasMenuButton && (
        <button type="button" className="top-bar-menu" onClick={onMenu} aria-label="Menu">
          <Menu size={18} strokeWidth={1.75} />
        </button>
      )}
      {onPlace ? (
        <>
          <h1 className="top-bar-hidden-title">
            <Hidden>{title}</Hidden>
          </h1>
          <div className="top-bar-controls" ref={onPlace} />
        </>
      ) : (
        <>
          <Title className="top-bar-title text-h2">{title}</Title>
          <div className="top-bar-controls" ref={onExtras} />
        </>
      )}
      <button
        type="button"
        className="top-bar-search"
        data-hint="shortcuts"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Search size={16} strokeWidth={1.9} />
        <span className="top-bar-search-name">Search</span>
        <span className="top-bar-search-keys" aria-hidden="true">
          <Kbd keys="mod+k" />
        </span>
      </button>
      <PlaceLink className="top-bar-tasks" to={tasksEntry.path}>
        <Tasks size={18} strokeWidth={1.75} />
        Tasks
      </PlaceLink>
      <span className="top-bar-bell">
        <Suspense>
          <Bell />
        </Suspense>
      </span>
    </header>
  );
}
