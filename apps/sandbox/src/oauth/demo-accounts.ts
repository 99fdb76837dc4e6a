/** A demo person whose calendars can be connected without a real account. */
export interface DemoAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** How the two providers differ. */
export interface ProviderShape {
  readonly name: 'google' | 'microsoft';
  readonly title: string;
  readonly routes: Record<'authorization' | 'token' | 'revocation' | 'userinfo' | 'jwks', string>;
  /** Every scope that an app may request, with its description. */
  readonly scopes: Readonly<Record<string, string>>;
  readonly accounts: readonly DemoAccount[];
}

const GOOGLE = 'https://www.googleapis.com/auth';

export const providerShapes: readonly ProviderShape[] = [
  {
    name: 'google',
    title: 'Google',
    routes: {
      authorization: '/o/oauth2/v2/auth',
      token: '/token',
      revocation: '/revoke',
      userinfo: '/v1/userinfo',
      jwks: '/oauth2/v3/certs',
    },
    scopes: {
      openid: 'Know who you are',
      email: 'See your email address',
      profile: 'See your name',
      [`${GOOGLE}/calendar`]: 'See, edit and delete your calendars',
      [`${GOOGLE}/calendar.events`]: 'See and edit events of your calendars',
      [`${GOOGLE}/calendar.readonly`]: 'See your calendars',
      [`${GOOGLE}/calendar.calendarlist.readonly`]: 'See the list of your calendars',
      [`${GOOGLE}/calendar.freebusy`]: 'See when you are busy',
      [`${GOOGLE}/tasks`]: 'See, edit and delete your tasks',
      [`${GOOGLE}/tasks.readonly`]: 'See your tasks',
    },
    accounts: [
      { id: 'demo_google_maya', email: 'maya.demo@gmail.example', name: 'Maya Okafor' },
      { id: 'demo_google_work', email: 'maya@lumen.example', name: 'Maya Okafor (Lumen)' },
    ],
  },
  {
    name: 'microsoft',
    title: 'Microsoft',
    routes: {
      authorization: '/oauth2/v2.0/authorize',
      token: '/oauth2/v2.0/token',
      revocation: '/oauth2/v2.0/revoke',
      userinfo: '/oidc/userinfo',
      jwks: '/discovery/v2.0/keys',
    },
    scopes: {
      openid: 'Know who you are',
      email: 'See your email address',
      profile: 'See your name',
      offline_access: 'Keep access while you are away',
      'User.Read': 'Read your profile',
      'Calendars.Read': 'Read your calendars',
      'Calendars.ReadWrite': 'Read and write your calendars',
      'MailboxSettings.Read': 'Read your time zone',
      'Tasks.Read': 'Read your tasks',
      'Tasks.ReadWrite': 'Read and write your tasks',
    },
    accounts: [
      { id: 'demo_microsoft_maya', email: 'maya.demo@outlook.example', name: 'Maya Okafor' },
      { id: 'demo_microsoft_work', email: 'maya.okafor@contoso.example', name: 'Maya Okafor (Contoso)' },
    ],
  },
];
