import type { ImportReport } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { CardRow } from '#ui/card.tsx';
import type { ImportState } from '../hooks/use-import-run.ts';
import { summarize } from '../model/import.ts';

export function ImportOutcome({ state, onCancel }: { state: ImportState; onCancel: () => void }) {
  if (state.step === 'idle') return null;
  if (state.step === 'running') return <Running state={state} onCancel={onCancel} />;
  if (state.step === 'failed')
    return (
      <CardRow role="alert">
        <Box component="span" sx={{ color: 'error.main', display: 'flex' }}>
          <TriangleAlert size={18} strokeWidth={1.75} />
        </Box>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <strong>{state.fileName}</strong> was not imported. {state.message}
        </Box>
      </CardRow>
    );
  return (
    <>
      <CardRow as="output">
        <Box component="span" sx={{ color: 'success.main', display: 'flex' }}>
          <CircleCheck size={18} strokeWidth={1.75} />
        </Box>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <strong>{state.fileName}</strong> {summarize(state.report)}
          {state.report.todos > 0 && ` ${state.report.todos} to-dos were left out.`}
        </Box>
      </CardRow>
      {state.report.problemCount > 0 && <Problems report={state.report} />}
    </>
  );
}

function Running({
  state,
  onCancel,
}: {
  state: Extract<ImportState, { step: 'running' }>;
  onCancel: () => void;
}) {
  const percent = Math.round(state.share * 100);
  const isReading = state.share >= 1;
  const step = isReading
    ? state.events > 0
      ? `${state.events} events read`
      : 'The server is reading the file'
    : `${percent} % sent`;
  return (
    <CardRow sx={{ flexWrap: 'wrap' }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, mb: 1 }}>
          <Box
            sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          >
            {state.fileName}
          </Box>
          <Box component="output" className="n" sx={{ color: 'text.secondary' }}>
            {step}
          </Box>
        </Box>
        <LinearProgress
          aria-label="Import"
          variant={isReading ? 'indeterminate' : 'determinate'}
          value={percent}
          sx={{
            borderRadius: 99,
            height: 6,
            bgcolor: 'background.overlay',
            '& .MuiLinearProgress-bar': { bgcolor: 'primary.light' },
          }}
        />
      </Box>
      <Button size="small" variant="text" onClick={onCancel}>
        Cancel
      </Button>
    </CardRow>
  );
}

function Problems({ report }: { report: ImportReport }) {
  const { problems, problemCount } = report;
  return (
    <Box
      component="details"
      open={problemCount <= 5}
      sx={{ borderTop: 1, borderColor: 'divider', p: '12px 20px' }}
    >
      <Box component="summary" sx={{ cursor: 'pointer', color: 'warning.main', fontWeight: 500 }}>
        {problemCount} {problemCount === 1 ? 'problem' : 'problems'} in the file
      </Box>
      <Box component="ol" sx={{ listStyle: 'none', m: '8px 0 0', p: 0, maxHeight: 320, overflowY: 'auto' }}>
        {problems.map(({ line, message }) => (
          <Box
            component="li"
            key={`${line} ${message}`}
            sx={{ display: 'flex', gap: 2, py: 0.5, typography: 'body2', color: 'text.secondary' }}
          >
            <Box component="span" className="n" sx={{ width: 72, flex: 'none', color: 'text.tertiary' }}>
              Line {line}
            </Box>
            <span style={{ overflowWrap: 'anywhere' }}>{message}</span>
          </Box>
        ))}
      </Box>
      {problemCount > problems.length && (
        <Box sx={{ mt: 1, typography: 'caption', color: 'text.tertiary' }}>
          The first {problems.length} are listed.
        </Box>
      )}
    </Box>
  );
}
