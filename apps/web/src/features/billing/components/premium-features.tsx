import { premiumFeatures } from '@dayloom/contracts';
import { Check } from 'lucide-react';
import './premium-features.css';

export function PremiumFeatures() {
  return (
    <ul className="premium-features">
      {premiumFeatures.map((feature) => (
        <li key={feature} className="premium-features-feature">
          <Check size={18} strokeWidth={1.75} className="premium-features-check" aria-hidden />
          {feature}
        </li>
      ))}
    </ul>
  );
}
