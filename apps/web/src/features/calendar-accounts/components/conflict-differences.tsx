import type { SyncConflict } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import { sideInWords } from '../model/sync-words.ts';

interface ConflictDifferencesProps {
  conflict: SyncConflict;
  /** Column headings of the two sides. */
  sides?: readonly [string, string];
}

/** Both sides, one row per differing field. */
export function ConflictDifferences({ conflict, sides = ['Mine', 'Theirs'] }: ConflictDifferencesProps) {
  return (
    <Box
      component="table"
      sx={{
        borderCollapse: 'collapse',
        width: '100%',
        tableLayout: 'fixed',
        typography: 'body2',
        '& th, & td': {
          textAlign: 'left',
          verticalAlign: 'top',
          p: '4px 12px 4px 0',
          fontWeight: 400,
          overflowWrap: 'anywhere',
        },
        '& th': { color: 'text.tertiary' },
        // Field names like 'the time' are written for use within a sentence; here they begin a row.
        '& tbody th::first-letter': { textTransform: 'uppercase' },
      }}
    >
      <thead>
        <tr>
          <Box component="th" scope="col" sx={{ width: { xs: '28%', sm: 140 } }}>
            What
          </Box>
          <th scope="col">{sides[0]}</th>
          <th scope="col">{sides[1]}</th>
        </tr>
      </thead>
      <tbody className="n">
        {conflict.mine.map(({ field, mine, theirs }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{sideInWords(mine)}</td>
            <td>{sideInWords(theirs)}</td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}
