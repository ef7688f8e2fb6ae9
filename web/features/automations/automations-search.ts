/* What the address of Automations may carry. */

export const AUTOMATION_TABS = ['reminders', 'onboarding', 'stages', 'planned'] as const;
export type AutomationTab = (typeof AUTOMATION_TABS)[number];

/** Which planned texts. */
export const SHOWN = ['planned', 'held', 'done'] as const;
export type Shown = (typeof SHOWN)[number];

export interface AutomationsSearch {
  tab?: AutomationTab | undefined;
  show?: Shown | undefined;
  automation?: string | undefined;
  everyone?: true | undefined;
}
