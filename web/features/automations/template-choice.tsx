import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AutomationType } from '../../../contract/automations.ts';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

const SEARCH_PAUSE_MS = 200;
const OFFERED = 20;

interface Offer {
  id: string;
  name: string;
  body: string;
}

/** Templates to begin with; for onboarding messages, their own first. Not there while there is none. */
export function TemplateChoice({ type, onPick }: { type: AutomationType; onPick: (body: string) => void }) {
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed.trim(), SEARCH_PAUSE_MS);
  const search = sought || undefined;
  const quiet = { placeholderData: keepPreviousData, meta: { quiet: true } } as const;
  const onboarding = useQuery({
    ...routeQuery(routes.listTemplates, {
      query: { templateType: 'onboardingTemplate', search, limit: OFFERED },
    }),
    enabled: type === 'onboardingMessage',
    ...quiet,
  });
  const insertable = useQuery({
    ...routeQuery(routes.listInsertableTemplates, { query: { search, limit: OFFERED } }),
    ...quiet,
  });
  const groups = [
    { group: 'Onboarding templates', offers: onboarding.data?.items ?? [] },
    { group: 'Templates', offers: insertable.data ?? [] },
  ].filter(({ offers }) => offers.length > 0);
  const offers: Offer[] = groups.flatMap((group) => group.offers);
  if (offers.length === 0 && typed === '') return null;
  return (
    <Select
      label="Start from a template"
      placeholder="Choose a template"
      description="Replaces the text below."
      searchable
      data={groups.map(({ group, offers: items }) => ({
        group,
        items: items.map(({ id, name }) => ({ value: id, label: name })),
      }))}
      filter={({ options }) => options}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        const picked = offers.find((offer) => offer.id === id);
        if (picked) onPick(picked.body);
        setTyped('');
      }}
      nothingFoundMessage="No template found"
    />
  );
}
