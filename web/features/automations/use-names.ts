import { useQuery } from '@tanstack/react-query';
import { ATS_NAMES, type JobStage } from '../../../contract/ats.ts';
import { personName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

const useJobStages = () => useQuery({ ...routeQuery(routes.listJobStages), meta: { quiet: true } });

/** The stages of hiring by system and job, to choose from; undefined until they are known. */
export function useStageOptions() {
  const stages = useJobStages().data;
  if (stages === undefined) return undefined;
  // The field wants each of them once.
  const known = new Map(stages.map((stage) => [stage.id, stage]));
  const groups = Map.groupBy(known.values(), groupOf);
  return [...groups].map(([group, items]) => ({
    group,
    items: items.map(({ id, name }) => ({ value: id, label: name })),
  }));
}

const groupOf = ({ atsType, jobName }: JobStage) =>
  [atsType === null ? 'Your own jobs' : ATS_NAMES[atsType], jobName].filter(Boolean).join(', ');

/** Whose number a text can go from: admins choose among all seats, everyone else has their own. */
export function useSenderOptions(user: User): { value: string; label: string }[] {
  const isAdmin = user.userType === 'admin';
  const seats = useQuery({ ...routeQuery(routes.getSeats), enabled: isAdmin, meta: { quiet: true } }).data;
  const mine = user.seat?.id;
  const others = (seats ?? []).flatMap((seat) =>
    seat.user && seat.id !== mine
      ? [{ value: seat.id, label: personName(seat.user) || seat.user.email }]
      : [],
  );
  return [...(mine === undefined ? [] : [{ value: mine, label: 'Me' }]), ...others];
}

/** What stages and senders are called in the sentence about an automation. */
export function useNames(user: User) {
  const stages = useJobStages().data;
  const senders = useSenderOptions(user);
  return {
    stage: (id: string) =>
      stages === undefined ? 'a stage' : (stages.find((stage) => stage.id === id)?.name ?? 'a former stage'),
    sender: (seatId: string | null) => {
      if (seatId === null) return "from the candidate's recruiter";
      if (seatId === user.seat?.id) return 'from you';
      return `from ${senders.find(({ value }) => value === seatId)?.label ?? 'a colleague'}`;
    },
  };
}
