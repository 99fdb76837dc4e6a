import { type CalendarDomain, domainNames } from '../model/connected-calendars.ts';
import './domain-glyph.css';

/** The provider's initial; its name is shown next to it. */
export function DomainGlyph({ domain, isBare = false }: { domain: CalendarDomain; isBare?: boolean }) {
  return (
    <span aria-hidden className="domain-glyph" data-domain={domain} data-bare={isBare || undefined}>
      {domainNames[domain][0]}
    </span>
  );
}
