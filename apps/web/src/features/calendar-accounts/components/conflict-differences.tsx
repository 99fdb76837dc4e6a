import type { SyncConflict } from '@dayloom/contracts';
import { describeSide } from '../model/sync-words.ts';
import './conflict-differences.css';

interface ConflictDifferencesProps {
  conflict: SyncConflict;
  /** Column headings of the two sides. */
  sides?: readonly [string, string];
}

/** Both sides, one row per differing field. */
export function ConflictDifferences({ conflict, sides = ['Mine', 'Theirs'] }: ConflictDifferencesProps) {
  return (
    <table className="conflict-differences text-small">
      <thead>
        <tr>
          <th scope="col" className="conflict-differences-what">
            What
          </th>
          <th scope="col">{sides[0]}</th>
          <th scope="col">{sides[1]}</th>
        </tr>
      </thead>
      <tbody className="n">
        {conflict.mine.map(({ field, mine, theirs }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{describeSide(mine)}</td>
            <td>{describeSide(theirs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
