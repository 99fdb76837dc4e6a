import { Table2 } from 'lucide-react';
import { Button } from '#ui/button.tsx';

interface TableButtonProps {
  isTable: boolean;
  onChange: (isTable: boolean) => void;
}

/** Shows the figures of a chart as a table in its place. */
export function TableButton({ isTable, onChange }: TableButtonProps) {
  return (
    <Button
      size="small"
      variant="text"
      aria-pressed={isTable}
      onClick={() => onChange(!isTable)}
      startIcon={<Table2 size={16} strokeWidth={1.9} />}
    >
      Table
    </Button>
  );
}
