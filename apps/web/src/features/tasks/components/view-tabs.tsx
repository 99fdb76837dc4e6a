import { styled } from '@mui/material/styles';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { colors, radius } from '#ui/tokens.ts';
import { type View, viewNames, views } from '../model/views.ts';

const Count = styled('span')({
  marginLeft: 8,
  fontSize: '0.75rem',
  lineHeight: '16px',
  fontWeight: 500,
  color: colors.text3,
  fontVariantNumeric: 'tabular-nums',
  '&.risky': {
    padding: '1px 6px',
    borderRadius: radius.pill,
    color: colors.hard,
    background: colors.hardTint,
  },
});

interface ViewTabsProps {
  view: View;
  counts: Partial<Record<View, number>> | undefined;
  panelId: string;
  onChange: (view: View) => void;
}

export const tabId = (view: View) => `tasks-tab-${view}`;

export function ViewTabs({ view, counts, panelId, onChange }: ViewTabsProps) {
  return (
    <Tabs
      value={view}
      onChange={(_, next: View) => onChange(next)}
      variant="scrollable"
      scrollButtons={false}
      aria-label="Tasks"
      sx={{
        '@media (pointer: coarse)': { '& .MuiTab-root': { minHeight: 44 } },
        // Tabs that do not fit fade at the edge; padding lets the last one scroll out of the fade.
        '@media (max-width: 599.95px)': {
          '& .MuiTabs-scroller': {
            maskImage: 'linear-gradient(to right, #000 calc(100% - 32px), transparent)',
          },
          '& .MuiTabs-list': { paddingRight: '32px' },
        },
      }}
    >
      {views.map((one) => {
        const count = counts?.[one] ?? 0;
        return (
          <Tab
            key={one}
            value={one}
            id={tabId(one)}
            aria-controls={one === view ? panelId : undefined}
            label={
              <span>
                {viewNames[one]}
                {count > 0 && one !== 'done' && (
                  <Count className={one === 'at-risk' ? 'risky' : ''}>{count}</Count>
                )}
              </span>
            }
          />
        );
      })}
    </Tabs>
  );
}
