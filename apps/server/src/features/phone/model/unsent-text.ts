const REASONS: Readonly<Record<string, string>> = {
  quiet_hours: 'it was due in quiet hours',
  too_late: 'it would have come too late',
  daily_cap: 'the limit of the day is reached',
  not_entitled: 'reminders by text message are part of Premium',
  no_verified_number: 'no phone number is verified',
  no_consent: 'reminders by text message are off',
  opted_out: 'the number has opted out',
  sms_off: 'this server sends none',
  spend_cap: 'this server has sent as many as it may today',
  unreachable: 'the number cannot receive any',
  too_often: 'the number was sent too many',
  unavailable: 'the service that sends them could not be reached',
  rate_limited: 'the service that sends them was too busy',
  rejected: 'the service that sends them refused it',
  reconnect_needed: 'the service that sends them refused it',
};

/** Why a reminder was not texted. */
export function describeUnsent(reason: string): string {
  if (reason === 'interrupted')
    return 'The text message may not have arrived: the server stopped while it was sent.';
  if (reason === 'not_delivered') return 'The text message could not be delivered to the phone.';
  return `Not sent as a text message: ${REASONS[reason] ?? 'it was not possible'}.`;
}
