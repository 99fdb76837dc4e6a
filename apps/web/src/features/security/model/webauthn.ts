import type { CredentialJson, CredentialOptions } from '../api.ts';

type Parse = (
  options: CredentialOptions,
) => PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions;

/** The JSON side of WebAuthn Level 3. Older browsers lack it; their users keep to the password. */
interface JsonCredentials {
  parseCreationOptionsFromJSON?: Parse;
  parseRequestOptionsFromJSON?: Parse;
}

const credentials = () =>
  (globalThis as unknown as { PublicKeyCredential?: JsonCredentials }).PublicKeyCredential;

export function hasPasskeySupport(): boolean {
  const known = credentials();
  return known?.parseCreationOptionsFromJSON !== undefined && known.parseRequestOptionsFromJSON !== undefined;
}

/** Cancelling the browser's dialog is not a failure. */
export function wasCancelled(error: unknown): boolean {
  return error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/** The browser's refusal in words; null if the error is not about passkeys. */
export function findProblem(error: unknown): string | null {
  if (!(error instanceof DOMException)) return null;
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (error.name === 'SecurityError')
    return 'Passkeys need this server to be reached by a name, over https or on this machine.';
  return null;
}

export async function createPasskey(options: CredentialOptions): Promise<CredentialJson> {
  const publicKey = credentials()?.parseCreationOptionsFromJSON?.(options);
  if (!publicKey) throw new Error('This browser does not support passkeys');
  return toJson(await navigator.credentials.create({ publicKey }));
}

export async function askPasskey(options: CredentialOptions): Promise<CredentialJson> {
  const publicKey = credentials()?.parseRequestOptionsFromJSON?.(options);
  if (!publicKey) throw new Error('This browser does not support passkeys');
  return toJson(await navigator.credentials.get({ publicKey }));
}

function toJson(credential: Credential | null): CredentialJson {
  return (credential as unknown as { toJSON(): CredentialJson }).toJSON();
}

/** The default name of a new passkey. */
export function getDeviceName(userAgent: string = navigator.userAgent): string {
  const systems = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/CrOS/, 'Chromebook'],
    [/Windows/, 'Windows computer'],
    [/Mac OS X/, 'Mac'],
    [/Linux/, 'Linux computer'],
  ] as const;
  return systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Passkey';
}
