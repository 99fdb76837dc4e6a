import { lazy, Suspense } from 'react';
import { BookingsPage } from '#features/bookings/components/bookings-page.tsx';
import { useSearchParams } from '#lib/use-router.tsx';
import { Page } from '#ui/page-header.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { Tab, Tabs } from '#ui/tabs.tsx';
import { useUndoKeys } from '#ui/undo.ts';
import './bookings.css';

const MeetingRequests = lazy(async () => ({
  default: (await import('#features/meetings/components/meetings.tsx')).MeetingRequests,
}));

/** What others booked, and what the viewer asks others for. */
export function BookingsRoute() {
  useUndoKeys();
  const [address, setAddress] = useSearchParams();
  const view = address.get('view') === 'requests' ? 'requests' : 'bookings';
  return (
    <Page width={960}>
      <Tabs
        value={view}
        onChange={(next) => setAddress(next === 'requests' ? { view: next } : {})}
        aria-label="Meetings with others"
      >
        <Tab value="bookings" label="Bookings" id="tab-bookings" aria-controls="bookings-panel" />
        <Tab value="requests" label="Meeting requests" id="tab-requests" aria-controls="bookings-panel" />
      </Tabs>
      <div role="tabpanel" id="bookings-panel" className="bookings" aria-labelledby={`tab-${view}`}>
        {view === 'bookings' ? (
          <BookingsPage />
        ) : (
          <Suspense fallback={<RowsSkeleton rows={4} label="Loading meeting requests" />}>
            <MeetingRequests />
          </Suspense>
        )}
      </div>
    </Page>
  );
}
