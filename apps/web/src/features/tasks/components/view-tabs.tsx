import { Tab, Tabs } from '#ui/tabs.tsx';
import { type View, viewNames, views } from '../model/views.ts';
import './view-tabs.css';

interface ViewTabsProps {
  view: View;
  counts: Partial<Record<View, number>> | undefined;
  panelId: string;
  onChange: (view: View) => void;
}

export const tabId = (view: View) => `tasks-tab-${view}`;

export function ViewTabs({ view, counts, panelId, onChange }: ViewTabsProps) {
  return (
    <Tabs value={view} onChange={onChange} aria-label="Tasks" className="view-tabs">
      {views.map((one) => {
        const count = counts?.[one] ?? 0;
        return (
          <Tab
            key={one}
            className="view-tabs-tab"
            value={one}
            id={tabId(one)}
            aria-controls={one === view ? panelId : undefined}
            label={
              <span>
                {viewNames[one]}
                {count > 0 && one !== 'done' && (
                  <span className="view-tabs-count" data-risk={one === 'at-risk' || undefined}>
                    {count}
                  </span>
                )}
              </span>
            }
          />
        );
      })}
    </Tabs>
  );
}
