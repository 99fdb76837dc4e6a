import Box from '@mui/material/Box';
import { TriangleAlert } from 'lucide-react';

/** A billing failure with advice. */
export function BillingProblem({ title, advice }: { title: string; advice: string }) {
  return (
    <Box role="alert" sx={{ p: 3, display: 'grid', justifyItems: 'center', gap: 0.5, textAlign: 'center' }}>
      <Box component="span" sx={{ color: 'error.text', display: 'flex', mb: 0.5 }}>
        <TriangleAlert size={20} strokeWidth={1.75} />
      </Box>
      <Box sx={{ fontWeight: 600 }}>{title}</Box>
      <Box sx={{ color: 'text.secondary' }}>{advice}</Box>
    </Box>
  );
}

/** Shown when the profile, and with it the plan, could not be loaded. */
export function BillingUnavailable() {
  return (
    <BillingProblem
      title="Unable to load billing information"
      advice="Please refresh the page or contact support if this persists."
    />
  );
}
