import { Button } from '#ui/button.tsx';
import { useRefusedTasks } from '../hooks/create-tasks.ts';
import type { TaskActions } from '../hooks/use-task-actions.ts';
import './refused-lines.css';

/** Lines that the server refused, kept until they are sent again or discarded. */
export function RefusedLines({ create, onEmpty }: { create: TaskActions['create']; onEmpty: () => void }) {
  const { refused, discard } = useRefusedTasks();
  if (refused.length === 0) return null;
  const sendAgain = () => {
    discard();
    // The button is gone.
    onEmpty();
    void create(refused.map(({ input }) => input));
  };
  return (
    <section aria-label="Not added" className="refused-lines text-small">
      <div className="refused-lines-head">
        <div className="refused-lines-reason">
          {refused.length === 1 ? '1 task is' : `${refused.length} tasks are`} not added yet:{' '}
          {refused[0]?.reason}
        </div>
        <Button
          size="small"
          variant="text"
          onClick={() => {
            discard();
            onEmpty();
          }}
        >
          Discard
        </Button>
        <Button size="small" onClick={sendAgain}>
          Try again
        </Button>
      </div>
      <ul className="refused-lines-list">
        {refused.map(({ input }) => (
          <li key={input._id}>{input.title}</li>
        ))}
      </ul>
    </section>
  );
}
