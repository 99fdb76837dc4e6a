import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page-header.tsx';

export function TasksPage() {
  return (
    <Page>
      <EmptyState
        title="No tasks on this page"
        action={
          <Button component={Link} to="/dashboard">
            Go to Dashboard
          </Button>
        }
      >
        This version cannot list tasks yet. What is planned for you stands on the dashboard.
      </EmptyState>
    </Page>
  );
}
