/**
 * The text with a code. With https, the last line lets the phone suggest the code only on our page (WICG,
 * origin-bound one-time codes).
 */
export function codeText(code: string, productName: string, publicUrl: string): string {
  const { protocol, hostname } = new URL(publicUrl);
  const text = `${code} is your ${productName} code. It works for 10 minutes. Do not share it.`;
  return protocol === 'https:' ? `${text}\n\n@${hostname} #${code}` : text;
}

export function helpText(productName: string, publicUrl: string): string {
  return `${productName}: codes and reminders that you asked for. Message frequency varies. Msg & data rates may apply. Settings: ${publicUrl}/settings?tab=profile Reply STOP to stop.`;
}

export function stoppedText(productName: string): string {
  return `${productName}: you get no more texts. Reply START to get them again.`;
}

/** To somebody with reminders. */
export function notUnderstoodText(productName: string): string {
  return `${productName}: that was not understood. Reply 1 done, 2 later or 3 replan to a reminder, HELP for help, STOP to stop.`;
}

export function unknownReplyText(productName: string): string {
  return `${productName}: no reply is needed at the moment. Reply HELP for help, STOP to stop.`;
}
