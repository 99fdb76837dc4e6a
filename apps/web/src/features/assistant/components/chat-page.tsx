import { useClientConfig } from '#lib/client-config.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page-header.tsx';

export function ChatPage() {
  const { productName } = useClientConfig();
  return (
    <Page width={760}>
      <EmptyState
        title="The assistant is not here yet"
        action={
          <>
            <Button to="/tasks" variant="contained" color="primary">
              Go to Tasks
            </Button>
            <Button to="/calendar-flow">Go to Calendar</Button>
          </>
        }
      >
        The assistant is not part of this version of {productName}. Tasks and the calendar do all of the
        planning without it.
      </EmptyState>
    </Page>
  );
}
