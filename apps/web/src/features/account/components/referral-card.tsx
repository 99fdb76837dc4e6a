import { Share2 } from 'lucide-react';
import { useClientConfig } from '#lib/client-config.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useReferrals } from '../hooks/use-username.ts';
import './referral-card.css';

const COPIED_MS = 3_000;

/** The site's address with the user's referral code. */
export function referralLink(origin: string, code: string): string {
  return `${origin}/?ref=${encodeURIComponent(code)}`;
}

export function ReferralCard({ code }: { code: string }) {
  const joined = useReferrals();
  const { productName } = useClientConfig();
  const link = referralLink(window.location.origin, code);
  const share = async () => {
    try {
      await navigator.share({ title: productName, url: link });
      showSnackbar('Referral link shared successfully!', 'success');
    } catch (error) {
      // Closing the system's share sheet is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showSnackbar('Sharing failed. Copy the link instead.', 'error');
    }
  };
  return (
    <Card aria-labelledby="referral">
      <CardHeader id="referral" title="Referral code" action={code && <Chip>{code}</Chip>} />
      <CardBody>
        {code ? (
          <>
            <div className="referral-card-text">
              Share your link. Everyone who signs up with it counts as invited by you.
              {joined > 0 && ` ${joined} ${joined === 1 ? 'person has' : 'people have'} joined so far.`}
            </div>
            <div className="referral-card-line">
              <TextInput
                readOnly
                value={link}
                className="referral-card-link"
                aria-label="Referral link"
                onFocus={(event) => event.target.select()}
              />
              <CopyButton
                text={link}
                holdMs={COPIED_MS}
                onCopied={() => showSnackbar('Referral link copied to clipboard!', 'success')}
                onFailed={() => showSnackbar('Copying failed. Select the link and copy it by hand.', 'error')}
              />
              {'share' in navigator && (
                <Button
                  onClick={() => void share()}
                  startIcon={<Share2 size={16} />}
                  className="referral-card-share"
                >
                  Share
                </Button>
              )}
            </div>
          </>
        ) : (
          <div className="referral-card-missing">
            Your referral code will appear here once your profile is fully set up.
          </div>
        )}
      </CardBody>
    </Card>
  );
}
