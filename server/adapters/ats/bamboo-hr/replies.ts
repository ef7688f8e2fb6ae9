import { z } from 'zod';
import { AnyId } from '../values.ts';

/* What BambooHR answers, as far as it is used here. */

const Title = z.object({ label: z.string() });
export const Status = z.object({
  id: AnyId,
  code: z.string().nullish(),
  name: z.string(),
  enabled: z.boolean().default(true),
});

export const Job = z.object({
  id: AnyId,
  title: Title,
  status: Title,
  hiringLead: z.object({ employeeId: AnyId }).nullish(),
});

export const Application = z.object({
  id: AnyId,
  applicant: z.object({ email: z.string().nullish() }).nullish(),
});

export const ApplicationDetails = z.object({
  id: AnyId,
  appliedDate: z.string().nullish(),
  status: z.object({ id: AnyId, label: z.string().nullish(), dateChanged: z.string().nullish() }),
  applicant: z.object({
    firstName: z.string().nullish(),
    lastName: z.string().nullish(),
    email: z.string().nullish(),
    phoneNumber: z.string().nullish(),
    source: z.string().nullish(),
  }),
  job: z.object({ id: AnyId, title: Title }).nullish(),
});
export type ApplicationDetails = z.infer<typeof ApplicationDetails>;

export const Written = z.object({ id: AnyId });

export const ChangedEmployee = z.object({ id: AnyId, action: z.string(), lastChanged: z.string() });

const Field = z.string().nullish();
export const Employee = z.object({
  id: AnyId,
  firstName: Field,
  lastName: Field,
  hireDate: Field,
  jobTitleName: Field,
  mobilePhone: Field,
  homePhone: Field,
  homeEmail: Field,
  workEmail: Field,
});

export const Webhooks = z.object({ webhooks: z.array(z.object({ id: AnyId, url: z.string() })) });
export const NewWebhook = z.object({ id: AnyId, privateKey: z.string().min(1) });
