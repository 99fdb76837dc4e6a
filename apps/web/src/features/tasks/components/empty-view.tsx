import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { View } from '../model/views.ts';

const texts: Record<View, { title: string; text: string }> = {
  inbox: {
    title: 'The inbox is empty',
    text: 'Tasks with neither a project nor a date wait here until you decide.',
  },
  today: { title: 'Nothing for today', text: 'Tasks that are due or planned today appear here.' },
  upcoming: {
    title: 'No tasks yet',
    text: 'Write one line, such as “Call the bank 15 min tomorrow”: length, date and priority are understood.',
  },
  'at-risk': { title: 'Nothing is at risk', text: 'When something will not fit, you see it here first.' },
  someday: {
    title: 'Nothing for someday',
    text: 'For tasks worth keeping but not planning. Press S on a task to move it here.',
  },
  done: { title: 'Nothing done yet', text: 'Check a task off and it moves here.' },
};

interface EmptyViewProps {
  view: View;
  query: string;
  onAdd: () => void;
  onClearSearch: () => void;
}

export function EmptyView({ view, query, onAdd, onClearSearch }: EmptyViewProps) {
  if (query)
    return (
      <EmptyState
        title={`Nothing found for “${query}”`}
        action={<Button onClick={onClearSearch}>Clear search</Button>}
      >
        The search covers titles and notes in this tab.
      </EmptyState>
    );
  const { title, text } = texts[view];
  const action =
    view === 'at-risk' ? (
      <Button to="/calendar-flow">Plan my week</Button>
    ) : view === 'done' ? (
      <Button to="/tasks">See upcoming tasks</Button>
    ) : (
      <Button onClick={onAdd}>Add a task</Button>
    );
  return (
    <EmptyState title={title} action={action}>
      {text}
    </EmptyState>
  );
}
