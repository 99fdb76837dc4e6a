import { ListTodo, Search } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '#ui/button.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import type { Grouping } from '../model/groups.ts';
import { CompactInput } from './compact-fields.tsx';
import './list-toolbar.css';

const options = [
  { value: 'date', label: 'Date' },
  { value: 'project', label: 'Project' },
  { value: 'priority', label: 'Priority' },
] as const;

interface ListToolbarProps {
  grouping: Grouping;
  onGrouping: (grouping: Grouping) => void;
  query: string;
  onQuery: (query: string) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  onSelect: () => void;
  canSelect: boolean;
}

export function ListToolbar({
  grouping,
  onGrouping,
  query,
  onQuery,
  searchRef,
  onSelect,
  canSelect,
}: ListToolbarProps) {
  return (
    <div className="list-toolbar">
      <SegmentedControl label="Group by" value={grouping} options={options} onChange={onGrouping} />
      <Button
        className="list-toolbar-select"
        size="small"
        variant="text"
        disabled={!canSelect}
        startIcon={<ListTodo size={16} aria-hidden />}
        onClick={onSelect}
      >
        Select
      </Button>
      <div className="list-toolbar-search">
        <Search size={16} className="list-toolbar-search-icon" aria-hidden />
        <CompactInput
          className="list-toolbar-search-input"
          ref={searchRef}
          type="search"
          aria-label="Search tasks"
          placeholder="Search tasks"
          maxLength={200}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            if (query) onQuery('');
            else event.currentTarget.blur();
          }}
        />
        {!query && (
          <div aria-hidden className="list-toolbar-search-key">
            <Kbd keys="/" />
          </div>
        )}
      </div>
    </div>
  );
}
