import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWaitingChanges } from '#lib/waiting-changes.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useChangeProblems } from '../hooks/use-change-problems.ts';
import { useTimeContext } from '../hooks/use-task-actions.ts';
import './change-problems.css';

/** The changes that cannot be sent without a decision: both versions side by side, and what can be done. */
export function ChangeProblems({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const waiting = useWaitingChanges(client);
  const problems = useChangeProblems(waiting, useTimeContext());
  const isDone = problems.length === 0;
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  return (
    <Sheet isOpen onClose={onClose} label="Changes that need your decision">
      <div className="change-problems text-small">
        {problems.map(({ id, title, why, versions, choices }) => (
          <section key={id} aria-label={title} className="change-problems-item">
            <div className="change-problems-title">{title}</div>
            <div className="change-problems-why">{why}</div>
            {versions.length > 0 && (
              <table className="change-problems-versions">
                <thead>
                  <tr>
                    <th scope="col">Field</th>
                    <th scope="col">Yours</th>
                    <th scope="col">Theirs</th>
                  </tr>
                </thead>
                <tbody>
                  {versions.map(({ name, mine, theirs }) => (
                    <tr key={name}>
                      <th scope="row">{name}</th>
                      <td>{mine}</td>
                      <td>{theirs}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            <div className="change-problems-actions">
              {choices.map(({ label, run }) => (
                <Button key={label} size="small" onClick={run}>
                  {label}
                </Button>
              ))}
            </div>
          </section>
        ))}
      </div>
    </Sheet>
  );
}
