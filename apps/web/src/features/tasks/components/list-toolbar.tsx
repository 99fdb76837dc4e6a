import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ListTodo, Search } from 'lucide-react';
import type { RefObject } from 'react';
import { Kbd } from '#ui/kbd.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import type { Grouping } from '../model/groups.ts';
import { CompactInput } from './compact-fields.tsx';

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
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <SegmentedControl label="Group by" value={grouping} options={options} onChange={onGrouping} />
      <Box sx={{ flex: 1 }} />
      <Button
        size="small"
        variant="text"
        disabled={!canSelect}
        startIcon={<ListTodo size={16} aria-hidden />}
        onClick={onSelect}
        sx={{ '@media (pointer: coarse)': { height: 44 } }}
      >
        Select
      </Button>
      <Box
        sx={{
          position: 'relative',
          display: 'flex',
          alignItems: 'center',
          flex: { xs: '1 1 100%', sm: 'none' },
        }}
      >
        <Search size={16} aria-hidden style={{ position: 'absolute', left: 10, pointerEvents: 'none' }} />
        <CompactInput
          ref={searchRef}
          type="search"
          aria-label="Search tasks"
          placeholder="Search"
          maxLength={200}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            if (query) onQuery('');
            else event.currentTarget.blur();
          }}
          sx={{ width: { xs: '100%', sm: 200 }, pl: '34px', pr: '34px' }}
        />
        {!query && (
          <Box
            aria-hidden
            sx={{
              position: 'absolute',
              right: 6,
              pointerEvents: 'none',
              '@media (pointer: coarse)': { display: 'none' },
            }}
          >
            <Kbd keys="/" />
          </Box>
        )}
      </Box>
    </Box>
  );
}
