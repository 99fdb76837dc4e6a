import { SwitchRow } from '#ui/switch-row.tsx';
import { colors } from '../model/choices.ts';
import type { EditorProps } from '../model/draft.ts';
import { FormSection, Group } from './form-section.tsx';
import './form-fields.css';

/** How a booking comes about, and how the event type looks. */
export function FormFields({ draft, onChange }: EditorProps) {
  const isSameColor = (color: string) => color.toLowerCase() === draft.color.toLowerCase();
  const shown = colors.some(({ value }) => isSameColor(value))
    ? colors
    : [...colors, { value: draft.color, label: draft.color }];
  return (
    <FormSection title="Booking">
      <div className="form-fields-switches">
        <SwitchRow
          title="Needs approval"
          description="A booking waits until you approve it. Its time is kept."
          isOn={draft.needsApproval}
          onChange={(needsApproval) => onChange({ needsApproval })}
        />
        <SwitchRow
          title="Confirm the address"
          description="The visitor clicks a link in an email before the booking counts."
          isOn={draft.confirmsEmail}
          onChange={(confirmsEmail) => onChange({ confirmsEmail })}
        />
        <SwitchRow
          title="Hidden"
          description="Not listed on your page. It can be booked by its own address."
          isOn={draft.isHidden}
          onChange={(isHidden) => onChange({ isHidden })}
        />
      </div>
      <Group label="Colour">
        <div className="form-fields-colors">
          {shown.map(({ value, label }) => (
            <input
              key={value}
              type="radio"
              name="event-type-color"
              className="form-fields-color"
              aria-label={label}
              title={label}
              style={{ background: value }}
              checked={isSameColor(value)}
              onChange={() => onChange({ color: value })}
            />
          ))}
        </div>
      </Group>
    </FormSection>
  );
}
