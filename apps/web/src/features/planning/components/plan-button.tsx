import { Sparkles } from 'lucide-react';
import { Button, IconButton } from '#ui/button.tsx';
import { CircularProgress } from '#ui/progress.tsx';
import './plan-button.css';

interface PlanButtonProps {
  isBusy: boolean;
  onPlan: () => void;
  /** Shows only the icon where space is short; the accessible name stays. */
  isCompact?: boolean;
  isWide?: boolean;
  /** Another button is the main one now: that of a proposal. */
  isSecondary?: boolean;
}

export function PlanButton(props: PlanButtonProps) {
  const { isBusy, onPlan, isCompact = false, isWide = false, isSecondary = false } = props;
  const icon = isBusy ? (
    <CircularProgress size={16} color="inherit" />
  ) : (
    <Sparkles size={16} strokeWidth={1.9} aria-hidden />
  );
  // Stays enabled while planning: a second press is harmless, and the button keeps the focus.
  const press = () => {
    if (!isBusy) onPlan();
  };
  if (isCompact)
    return (
      <IconButton
        aria-label="Plan my week"
        aria-busy={isBusy}
        onClick={press}
        className="plan-button-compact"
        data-secondary={isSecondary || undefined}
      >
        {icon}
      </IconButton>
    );
  return (
    <Button
      {...(isSecondary ? {} : { variant: 'contained', color: 'primary' })}
      startIcon={icon}
      aria-busy={isBusy}
      onClick={press}
      fullWidth={isWide}
      className="plan-button"
    >
      Plan my week
    </Button>
  );
}
