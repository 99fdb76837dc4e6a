import { premiumPrice, type Settings } from '@dayloom/contracts';

/** What a link to Premium says: the trial, as long as nobody has subscribed to anything yet. */
export const premiumOffer = ({ subscription }: Pick<Settings, 'subscription'>): string =>
  subscription ? 'Upgrade to Premium' : `Upgrade to Premium, ${premiumPrice.trialDays} days free`;
