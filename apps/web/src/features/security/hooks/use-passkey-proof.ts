import { askConfirmOptions, confirmByPasskey, useSecurity } from '../api.ts';
import { askPasskey, hasPasskeySupport, wasCancelled } from '../model/webauthn.ts';

/** Confirms the owner's presence with a passkey; false if they cancelled the browser's dialog. */
export type PasskeyProof = () => Promise<boolean>;

/** Null without a passkey, or if the browser does not support passkeys. */
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
