import { IconPhone, IconPhoneOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { SimulatedCall, SimulatedCallAction } from '../../../../contract/simulator.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { actInCall, callsQuery, placeCall, storeFile } from '../simulator-api.ts';
import classes from './phone-call.module.css';
import { makeTone } from './tone.ts';
import { useFormatted } from './use-formatted.ts';

const MESSAGE_SECONDS = 5;

/** A call from this phone, and the phone that it is forwarded to: both ends are played here. */
export function PhoneCall({
  phone,
  business,
  businessFormatted,
  onClose,
}: {
  phone: string;
  business: string;
  businessFormatted: string;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const calls = useQuery(callsQuery(phone));
  const call = calls.data?.find(({ to }) => to === business) ?? null;
  const put = (changed: SimulatedCall) =>
    queryClient.setQueryData(callsQuery(phone).queryKey, (known = []) => [
      changed,
      ...known.filter(({ id }) => id !== changed.id),
    ]);
  const place = useSave({
    // A call without a number belongs to no phone: it is shown as this one's while the page is open.
    save: (from: string | null) => placeCall({ from, to: business }),
    keep: (_, answer) => put(answer),
  });
  const act = useSave({
    save: async (action: SimulatedCallAction | 'leaveTone') => {
      if (!call) throw new Error('There is no call');
      if (action !== 'leaveTone') return actInCall(call.id, action);
      const { url: mediaUrl } = await storeFile(makeTone(MESSAGE_SECONDS));
      return actInCall(call.id, { action: 'leaveMessage', mediaUrl, seconds: MESSAGE_SECONDS });
    },
    keep: (_, answer) => put(answer),
  });
  const forwardedTo = useFormatted(call?.forwardedTo ?? null);
  const end = useRef<HTMLDivElement>(null);
  const said = call?.heard.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new sentence scrolls into sight
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);

  const busy = place.isPending || act.isPending;
  const button = (label: string, action: SimulatedCallAction | 'leaveTone', icon?: ReactNode) => (
    <button key={label} type="button" disabled={busy} onClick={() => act.run(action)}>
      {icon}
      {label}
    </button>
  );
  const isOn = call !== null && call.state !== 'ended';
  return (
    <div className={classes.call}>
      <p className={classes.state} role="status">
        {call ? stateWords(call, forwardedTo) : `Call ${businessFormatted}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={classes.heard} role="log" aria-label="What is said" tabIndex={0}>
        {call?.heard.map(({ by, sentence }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only added
          <p key={index} className={classes.sentence} data-by={by}>
            <span className={classes.by}>{by === 'caller' ? 'You hear' : `${forwardedTo} hears`}</span>
            {sentence}
          </p>
        ))}
        <div ref={end} />
      </div>
      {isOn && call.forwardedTo && (call.state === 'ringing' || call.state === 'screening') && (
        <fieldset className={classes.side}>
          <legend>{forwardedTo}</legend>
          {call.state === 'ringing'
            ? [
                button('Pick up', { action: 'pickUp' }, <IconPhone size={16} aria-hidden />),
                button("Don't answer", { action: 'decline' }),
              ]
            : [
                button('Press 1', { action: 'press', digit: '1' }),
                button('Press 5', { action: 'press', digit: '5' }),
                button('Press nothing', { action: 'decline' }),
              ]}
        </fieldset>
      )}
      <fieldset className={classes.side}>
        <legend>This phone</legend>
        {isOn ? (
          <>
            {call.state === 'voicemail' && button(`Leave a ${MESSAGE_SECONDS}-second message`, 'leaveTone')}
            {button('Hang up', { action: 'hangUp' }, <IconPhoneOff size={16} aria-hidden />)}
          </>
        ) : (
          <>
            <button type="button" disabled={busy} onClick={() => place.run(phone)}>
              <IconPhone size={16} aria-hidden />
              {call ? 'Call again' : 'Call'}
            </button>
            <button type="button" disabled={busy} onClick={() => place.run(null)}>
              Call without showing the number
            </button>
            <button type="button" onClick={onClose}>
              Back to the texts
            </button>
          </>
        )}
      </fieldset>
    </div>
  );
}

function stateWords(call: SimulatedCall, forwardedTo: string): string {
  switch (call.state) {
    case 'ringing':
      return `Ringing at ${forwardedTo}`;
    case 'screening':
      return `${forwardedTo} picked up`;
    case 'talking':
      return `Talking with ${forwardedTo}`;
    case 'voicemail':
      return 'Voicemail';
    case 'ended':
      return 'Call ended';
  }
}
