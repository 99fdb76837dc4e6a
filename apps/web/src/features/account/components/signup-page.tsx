import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Check } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { useClientConfig } from '#lib/client-config.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { SignInStart, TrialNote } from './sign-in-start.tsx';

const promises = [
  'Your tasks are placed around your real meetings',
  'Every block says why it sits where it does',
  'Nothing moves before you have seen the change',
];

export function SignupPage({ onSignUp }: { onSignUp: () => Promise<void> }) {
  const { productName } = useClientConfig();
  return (
    <SignInFrame title={`Meet ${productName}`} lead="Say what you have to do. It finds the hours.">
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: '24px 0 0', display: 'grid', gap: 1.25 }}>
        {promises.map((promise) => (
          <Box component="li" key={promise} sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
            <Box component="span" sx={{ color: 'primary.text', display: 'flex' }}>
              <Check size={18} strokeWidth={1.75} />
            </Box>
            {promise}
          </Box>
        ))}
      </Box>
      <SignInStart
        label="Create account"
        busyLabel="Opening sign-up..."
        failureText="The identity provider cannot be reached, so sign-up could not start. Please try again."
        onStart={onSignUp}
      />
      <Box sx={{ mt: 3.5, color: 'text.secondary' }}>
        Have an account?{' '}
        <Link component={RouterLink} to="/login" underline="hover">
          Log in
        </Link>
      </Box>
      <TrialNote />
    </SignInFrame>
  );
}
