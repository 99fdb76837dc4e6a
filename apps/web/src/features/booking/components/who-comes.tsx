import type { MeetingAnswer, PublicProfile } from '@dayloom/contracts';
import { Avatar } from '#ui/avatar.tsx';
import { toFullName } from '../model/hosts.ts';
import type { IconName } from '../model/icon-paths.ts';
import type { OtherAttendee } from '../model/invitations.ts';
import { Icon } from './icons.tsx';
import './who-comes.css';

const answers: Readonly<Record<MeetingAnswer | 'none', { text: string; icon: IconName }>> = {
  accept: { text: 'Accepted', icon: 'check' },
  maybe: { text: 'Maybe', icon: 'clock' },
  decline: { text: 'Declined', icon: 'close' },
  propose: { text: 'Another time', icon: 'clock' },
  none: { text: 'Waiting', icon: 'clock' },
};

interface WhoComesProps {
  readonly organizer: PublicProfile;
  readonly attendees: readonly OtherAttendee[];
}

/** The others and their answers, where the organizer shows them. */
export function WhoComes({ organizer, attendees }: WhoComesProps) {
  const answered = attendees.filter(({ answer }) => answer !== null).length;
  return (
    <section className="meeting-request-card who-comes" aria-labelledby="who-comes-title">
      <div className="who-comes-head">
        <h2 id="who-comes-title" className="text-h2">
          Who comes
        </h2>
        <span className="text-caption n">
          {answered} of {attendees.length} answered
        </span>
      </div>
      <ul className="who-comes-list">
        <li>
          <Avatar {...organizer} />
          <span className="who-comes-name">{toFullName(organizer)}</span>
          <span className="who-comes-answer">
            <Icon name="star" size={14} />
            Host
          </span>
        </li>
        {attendees.map(({ name, answer, isYou }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two attendees may have the same name
          <li key={at}>
            <Avatar {...toNames(name)} photoUrl={null} />
            <span className="who-comes-name">{isYou ? 'You' : name}</span>
            <span className="who-comes-answer" data-answer={answer}>
              <Icon name={answers[answer ?? 'none'].icon} size={14} />
              {answers[answer ?? 'none'].text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function toNames(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/);
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '' };
}
