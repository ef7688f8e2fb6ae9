import { z } from 'zod';

/* What BambooHR answers, as far as it is used here. */

const Title = z.object({ label: z.string() });
/** The list of stages writes ids as strings, everything else as numbers. */
const IdText = z.union([z.string(), z.number()]).transform(String);

export const Statuses = z.array(
  z.object({ id: IdText, code: z.string().nullish(), name: z.string(), enabled: z.boolean().default(true) }),
);

export const Jobs = z.array(
  z.object({
    id: IdText,
    title: Title,
    status: Title,
    hiringLead: z.object({ employeeId: IdText }).nullish(),
  }),
);

export const Applications = z.object({
  nextPageUrl: z.string().nullish(),
  applications: z.array(
    z.object({ id: IdText, applicant: z.object({ email: z.string().nullish() }).nullish() }),
  ),
});

export const ApplicationDetails = z.object({
  id: IdText,
  appliedDate: z.string().nullish(),
  status: z.object({ id: IdText, label: z.string().nullish(), dateChanged: z.string().nullish() }),
  applicant: z.object({
    firstName: z.string().nullish(),
    lastName: z.string().nullish(),
    email: z.string().nullish(),
    phoneNumber: z.string().nullish(),
    source: z.string().nullish(),
  }),
  job: z.object({ id: IdText, title: Title }).nullish(),
});
export type ApplicationDetails = z.infer<typeof ApplicationDetails>;

export const Written = z.object({ id: IdText });

export const ChangedEmployees = z.object({
  // An empty map comes as an empty list.
  employees: z.union([
    z.record(z.string(), z.object({ id: IdText, action: z.string(), lastChanged: z.string() })),
    z.array(z.never()).transform(() => ({})),
  ]),
});

const Field = z.string().nullish();
export const Employee = z.object({
  id: IdText,
  firstName: Field,
  lastName: Field,
  hireDate: Field,
  jobTitleName: Field,
  mobilePhone: Field,
  homePhone: Field,
  homeEmail: Field,
  workEmail: Field,
});

export const Webhooks = z.object({ webhooks: z.array(z.object({ id: IdText, url: z.string() })) });
export const NewWebhook = z.object({ id: IdText, privateKey: z.string().min(1) });
