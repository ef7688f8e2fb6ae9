import { z } from 'zod';

/*
 * From Bullhorn's own type declarations and its reference, for the entities used here: names of fields and what they hold. A request
 * for another field is refused, and so is an answer of the fake with one.
 */

const Text = z.string().nullable();
const Id = z.int();
/** Milliseconds. */
const Time = z.int().min(1e12).nullable();
const Flag = z.boolean();

type Entity = keyof typeof FIELDS;
type Kind = z.ZodType | { to: 'Candidate' | 'JobOrder' | 'JobSubmission' | 'Person' };

const PERSON = { id: Id, name: Text, firstName: Text, lastName: Text, email: Text } as const;

const FIELDS = {
  Candidate: {
    id: Id,
    firstName: Text,
    lastName: Text,
    name: Text,
    email: Text,
    email2: Text,
    email3: Text,
    mobile: Text,
    phone: Text,
    phone2: Text,
    phone3: Text,
    workPhone: Text,
    smsOptIn: Flag,
    status: Text,
    source: Text,
    isDeleted: Flag,
    dateAdded: Time,
    dateLastModified: Time,
  },
  JobOrder: {
    id: Id,
    title: Text,
    status: Text,
    isOpen: Flag,
    isDeleted: Flag,
    clientContact: { to: 'Person' },
    owner: { to: 'Person' },
    dateLastModified: Time,
  },
  JobSubmission: {
    id: Id,
    status: Text,
    source: Text,
    isDeleted: Flag,
    candidate: { to: 'Candidate' },
    jobOrder: { to: 'JobOrder' },
    sendingUser: { to: 'Person' },
    dateAdded: Time,
    dateLastModified: Time,
  },
  Appointment: {
    id: Id,
    type: Text,
    subject: Text,
    location: Text,
    timeZoneID: Text,
    isDeleted: Flag,
    dateBegin: Time,
    dateEnd: Time,
    dateLastModified: Time,
    candidateReference: { to: 'Candidate' },
    jobOrder: { to: 'JobOrder' },
    jobSubmission: { to: 'JobSubmission' },
    parentAppointment: Id.nullable(),
    owner: { to: 'Person' },
  },
  Placement: {
    id: Id,
    status: Text,
    dateBegin: Time,
    dateEnd: Time,
    dateLastModified: Time,
    candidate: { to: 'Candidate' },
    jobOrder: { to: 'JobOrder' },
  },
  CorporateUser: { ...PERSON, isDeleted: Flag },
  Note: { id: Id, action: Text, comments: Text, dateAdded: Time, isDeleted: Flag },
  Person: PERSON,
} satisfies Record<string, Record<string, Kind>>;

export type BullhornEntity = Exclude<Entity, 'Person'>;

/** e.g. `id,candidate(id,email)`: each name with those asked of it, if any. Null: not of that form. */
export function parseFields(fields: string): Map<string, string[]> | null {
  if (!/^\w+(\([\w,]+\))?(,\w+(\([\w,]+\))?)*$/.test(fields)) return null;
  const found = fields.matchAll(/(\w+)(?:\(([\w,]+)\))?/g);
  return new Map([...found].map(([, name = '', inner]) => [name, inner?.split(',') ?? []]));
}

function knows(entity: Entity, asked: Map<string, string[]>): boolean {
  const fields: Record<string, Kind> = FIELDS[entity];
  return [...asked].every(([name, inner]) => {
    const kind = fields[name];
    if (kind === undefined) return false;
    if (!('to' in kind)) return inner.length === 0;
    return inner.every((each) => each in FIELDS[kind.to]);
  });
}

/** Required everywhere; an unknown one is refused. */
const fieldsOf = (entity: Entity) =>
  z.string().refine((fields) => {
    const asked = parseFields(fields);
    return asked !== null && knows(entity, asked);
  }, `unknown field of ${entity}`);

const Digits = z.string().regex(/^\d+$/);
const page = (entity: Entity) => ({
  fields: fieldsOf(entity),
  start: Digits.optional(),
  count: z.coerce.number().int().min(1).max(500).optional(),
});

export const BullhornQuery = {
  loginInfo: z.strictObject({ username: z.string().min(1) }),
  login: z.strictObject({ version: z.literal('*'), access_token: z.string(), ttl: Digits.optional() }),
  search: (entity: BullhornEntity) =>
    z.strictObject({ ...page(entity), query: z.string().min(1), sort: z.string().optional() }),
  query: (entity: BullhornEntity) =>
    z.strictObject({ ...page(entity), where: z.string().min(1), orderBy: z.string().optional() }),
  entity: (entity: BullhornEntity) => z.strictObject({ fields: fieldsOf(entity) }),
  toMany: (entity: BullhornEntity) => z.strictObject({ ...page(entity), orderBy: z.string().optional() }),
  subscribe: z.strictObject({
    type: z.literal('entity'),
    names: z.string(),
    eventTypes: z
      .string()
      .refine((types) => types.split(',').every((type) => /^(INSERTED|UPDATED|DELETED)$/.test(type))),
  }),
  take: z.strictObject({ maxEvents: z.coerce.number().int().min(1), requestId: Digits.optional() }),
};

const Reference = z.strictObject({ id: Id });

export const BullhornBody = {
  authorize: z.strictObject({
    client_id: z.string(),
    response_type: z.literal('code'),
    action: z.literal('Login'),
    username: z.string(),
    password: z.string(),
  }),
  token: z.union([
    z.strictObject({
      grant_type: z.literal('authorization_code'),
      code: z.string(),
      client_id: z.string(),
      client_secret: z.string(),
      redirect_uri: z.string().optional(),
    }),
    z.strictObject({
      grant_type: z.literal('refresh_token'),
      refresh_token: z.string(),
      client_id: z.string(),
      client_secret: z.string(),
    }),
  ]),
  note: z.strictObject({
    action: z.string().min(1).max(30),
    comments: z.string().min(1),
    personReference: Reference,
    commentingPerson: Reference,
    jobOrder: Reference.optional(),
  }),
  submission: z.strictObject({ status: z.string().min(1) }),
};

/** A row with what was asked for, and its id. */
export function checkRow(entity: Entity, row: Record<string, unknown>): void {
  const fields: Record<string, Kind> = FIELDS[entity];
  for (const [name, value] of Object.entries(row)) {
    const kind = fields[name];
    if (kind === undefined) throw new Error(`${entity} has no ${name}`);
    if (!('to' in kind)) kind.parse(value);
    else if (value !== null) checkRow(kind.to, value as Record<string, unknown>);
  }
}
