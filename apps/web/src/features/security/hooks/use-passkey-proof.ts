import { askConfirmOptions, confirmByPasskey, useSecurity } from '../api.ts';
import { askPasskey, hasPasskeySupport, wasCancelled } from '../model/webauthn.ts';

/** Confirms with a passkey that it is its owner who sits there; false when they closed the browser's dialog. */
export type PasskeyProof = () => Promise<boolean>;

/** Null while there is no passkey, or where the browser knows none. */
export function usePasskeyProof(): PasskeyProof | null {
  const { data: security } = useSecurity();
  return security?.own?.passkeys.length && hasPasskeySupport() ? prove : null;
}

async function prove(): Promise<boolean> {
  try {
    await confirmByPasskey(await askPasskey(await askConfirmOptions()));
    return true;
  } catch (error) {
    if (wasCancelled(error)) return false;
    throw error;
  }
}
