import { lazy, Suspense } from 'react';
import MiniPlayer from '#features/focus/components/mini-player.tsx';
import Hints from '#features/hints/components/hints.tsx';
import { useViewer } from '#lib/viewer.ts';
import { usePendingMails } from '#ui/pending-mails.ts';

const ZoneOffer = lazy(async () => ({
  default: (await import('#features/preferences/components/zone-offer.tsx')).ZoneOffer,
}));
const MailNotices = lazy(async () => ({ default: (await import('#ui/mail-notices.tsx')).MailNotices }));

/** What may come to every page after its own parts: the running focus timer, notices and hints. */
export default function ShellExtras() {
  const { profile, timeZone } = useViewer();
  const pendingMails = usePendingMails();
  const hints = profile?.settings.hints;
  return (
    <>
      <MiniPlayer />
      <Suspense>
        {profile && profile.settings.homeTimeZone.name !== timeZone && (
          <ZoneOffer profile={profile} timeZone={timeZone} />
        )}
      </Suspense>
      <Suspense>{pendingMails.length > 0 && <MailNotices />}</Suspense>
      {hints?.isOn && <Hints hints={hints} />}
    </>
  );
}
