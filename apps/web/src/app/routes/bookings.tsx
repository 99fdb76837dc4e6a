import { BookingsPage } from '#features/bookings/components/bookings-page.tsx';

export function BookingsRoute() {
  return <BookingsPage />;
}
