import type { AtRisk } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Strip } from '#ui/strip.tsx';
import { riskLabel } from '../model/plan-items.ts';
import { FixesSheet } from './fixes-sheet.tsx';

/** Lists as sentences what the plan could not fit. Stays until everything fits. */
export function AtRiskStrip({ risks, onPlan }: { risks: readonly AtRisk[]; onPlan: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Risks risks={risks} onFixes={() => setIsOpen(true)} />
      {isOpen && <FixesSheet onClose={() => setIsOpen(false)} onPlan={onPlan} />}
    </>
  );
}

function Risks({ risks, onFixes }: { risks: readonly AtRisk[]; onFixes: () => void }) {
  if (risks.length === 0) return null;
  const [first, ...rest] = risks.toSorted((a, b) => Number(b.isHard) - Number(a.isHard));
  return (
    <Strip
      label="At risk"
      icon={<TriangleAlert size={15} aria-hidden />}
      iconColor={first?.isHard ? 'error.main' : 'warning.main'}
      action={
        <Button size="small" onClick={onFixes} sx={{ flex: 'none' }}>
          Fixes
        </Button>
      }
      sx={{ alignItems: 'flex-start', flexWrap: 'nowrap', maxHeight: 132, overflowY: 'auto' }}
    >
      <Sentence risk={first} />
      {rest.length > 0 && (
        <Box component="details" sx={{ '& > summary': { cursor: 'pointer', color: 'text.secondary' } }}>
          <summary>and {rest.length} more at risk</summary>
          {rest.map((risk) => (
            <Sentence key={risk.taskId + risk.occurrenceOn} risk={risk} />
          ))}
        </Box>
      )}
    </Strip>
  );
}

function Sentence({ risk }: { risk: AtRisk | undefined }) {
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Box component="strong" sx={{ fontWeight: 600, color: risk?.isHard ? 'error.main' : 'warning.main' }}>
        {risk && riskLabel(risk)}
      </Box>
      {': '}
      {risk?.sentence}
    </Box>
  );
}
