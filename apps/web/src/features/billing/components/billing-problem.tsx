import { TriangleAlert } from 'lucide-react';
import './billing-problem.css';

/** A billing failure with advice. */
export function BillingProblem({ title, advice }: { title: string; advice: string }) {
  return (
    <div role="alert" className="billing-problem">
      <TriangleAlert size={20} strokeWidth={1.75} className="billing-problem-icon" />
      <div className="billing-problem-title">{title}</div>
      <div className="billing-problem-advice">{advice}</div>
    </div>
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
