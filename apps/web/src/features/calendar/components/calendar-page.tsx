import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page-header.tsx';

export function CalendarPage() {
  return (
    <Page>
      <EmptyState
        title="No calendar grid on this page"
        action={
          <>
            <Button component={Link} to="/dashboard">
              Go to Dashboard
            </Button>
            <Button component={Link} to="/settings?tab=accounts">
              Import a calendar
            </Button>
          </>
        }
      >
        This version cannot draw the week yet. Today and the next three days stand on the dashboard.
      </EmptyState>
    </Page>
  );
}
