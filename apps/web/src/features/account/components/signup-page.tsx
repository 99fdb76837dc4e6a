import { Check } from 'lucide-react';
import { useClientConfig } from '#lib/client-config.ts';
import { Link } from '#ui/link.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { SignInStart, TrialNote } from './sign-in-start.tsx';
import './signup-page.css';

const promises = [
  'Your tasks are placed around your real meetings',
  'Every block says why it sits where it does',
  'Nothing moves before you have seen the change',
];

export function SignupPage({ onSignUp }: { onSignUp: () => Promise<void> }) {
  const { productName } = useClientConfig();
  return (
    <SignInFrame title={`Meet ${productName}`} lead="Say what you have to do. It finds the hours.">
      <ul className="signup-page-promises">
        {promises.map((promise) => (
          <li key={promise} className="signup-page-promise">
            <span className="signup-page-check">
              <Check size={18} strokeWidth={1.75} />
            </span>
            {promise}
          </li>
        ))}
      </ul>
      <SignInStart
        label="Create account"
        busyLabel="Opening sign-up..."
        failureText="The identity provider cannot be reached, so sign-up could not start. Please try again."
        onStart={onSignUp}
      />
      <div className="signup-page-known">
        Have an account?{' '}
        <Link to="/login" underline="hover">
          Log in
        </Link>
      </div>
      <TrialNote />
    </SignInFrame>
  );
}
