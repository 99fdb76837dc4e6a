import { lazy, Suspense } from 'react';
import { Sheet } from '#ui/sheet.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import type { FixListProps } from './fix-list.tsx';

const FixList = lazy(async () => ({ default: (await import('./fix-list.tsx')).FixList }));

/** The sheet with fixes. The script of its list is loaded when somebody asks for it. */
export function FixesSheet(props: FixListProps) {
  return (
    <Sheet isOpen onClose={props.onClose} label="Fixes">
      <Suspense fallback={<RowsSkeleton rows={5} label="Looking for fixes" />}>
        <FixList {...props} />
      </Suspense>
    </Sheet>
  );
}
