import type { AccountStatus } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Check, LogOut } from 'lucide-react';
import { useClientConfig } from '../../../lib/client-config.ts';
import { Card, CardBody, CardHeader, CardRow } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';

/** The six features of the premium plan, in the order in which they are shown everywhere. */
const premiumFeatures = [
  'Schedule your todo list',
  'Create events and invite others',
  'Productivity dashboard',
  'SMS reminders',
  'AI chat assistant',
  'GPT integration',
];

interface BillingTabProps {
  accountStatus: AccountStatus;
  onLogout: () => void;
}

export function BillingTab({ accountStatus, onLogout }: BillingTabProps) {
  const { productName } = useClientConfig();
  const isPremium = accountStatus !== 'FREE';
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 760 }}>
      <Card aria-labelledby="billing">
        <CardHeader
          id="billing"
          title="Billing & Subscription"
          subtitle="Manage your subscription and billing preferences"
          action={
            <Button onClick={onLogout} startIcon={<LogOut size={16} />}>
              Logout
            </Button>
          }
        />
        <CardRow sx={{ py: 2, alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1 }}>
            <Box
              component="h3"
              sx={{ m: 0, typography: 'h3', display: 'flex', gap: 1, alignItems: 'center' }}
            >
              {isPremium ? 'Premium' : 'Free plan'}
              {isPremium && <Chip tone="ok">Active</Chip>}
            </Box>
            <Box sx={{ mt: 0.5, color: 'text.secondary' }}>
              {isPremium
                ? `Everything is included on this server. ${productName} takes no payments here.`
                : 'This server takes no payments, so there is nothing to buy here.'}
            </Box>
          </Box>
        </CardRow>
      </Card>
      <Card aria-labelledby="premium">
        <CardHeader id="premium" title="What Premium has" />
        <CardBody>
          <Box
            component="ul"
            sx={{
              listStyle: 'none',
              m: 0,
              p: 0,
              display: 'grid',
              gap: 1.25,
              gridTemplateColumns: { sm: '1fr 1fr' },
            }}
          >
            {premiumFeatures.map((feature) => (
              <Box component="li" key={feature} sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
                <Box component="span" sx={{ color: 'primary.text', display: 'flex' }}>
                  <Check size={18} strokeWidth={1.75} />
                </Box>
                {feature}
              </Box>
            ))}
          </Box>
        </CardBody>
      </Card>
    </Box>
  );
}
