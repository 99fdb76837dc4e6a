import { ExternalLink } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';

/** Shown with an external identity provider, which manages these settings. */
export function ManagedElsewhereCard({ name, url }: { name: string; url: string | null }) {
  return (
    <Card aria-labelledby="managed-elsewhere">
      <CardHeader
        id="managed-elsewhere"
        title="Password, passkeys and two-step sign-in"
        subtitle={`You sign in with ${name}. Your password, passkeys, second step and sessions are managed there.`}
      />
      {url && (
        <CardBody>
          <Button href={url} target="_blank" rel="noreferrer" endIcon={<ExternalLink size={16} />}>
            Open your account at {name}
          </Button>
        </CardBody>
      )}
    </Card>
  );
}
