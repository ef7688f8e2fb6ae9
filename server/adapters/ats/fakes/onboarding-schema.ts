import {
  buildSchema,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql';

/* The part of Greenhouse Onboarding's GraphQL that is asked for here, as its reference has it, and what a query costs. */

export const SCHEMA = buildSchema(`
  scalar Scalar
  scalar DateTime

  type Query {
    rateLimit: RateLimit
    complexityInfo: ComplexityInfo
    employee(id: Int): Employee
    employees(
      after: String, before: String, first: Int, last: Int
      createdAt: DateTimeFilter, updatedAt: DateTimeFilter
      emailFilter: EmailFilter, personalEmailFilter: PersonalEmailFilter, startDateFilter: StartDateFilter
    ): EmployeeConnection
  }
  type RateLimit { cost: Int, limit: Int, remaining: Int, resetAt: DateTime }
  type ComplexityInfo { score: Int, maximum: Int }
  type EmployeeConnection { edges: [EmployeeEdge], nodes: [Employee], pageInfo: PageInfo }
  type EmployeeEdge { cursor: String, node: Employee }
  type PageInfo { endCursor: String, hasNextPage: Boolean, hasPreviousPage: Boolean, startCursor: String }
  type Employee {
    about: Scalar, createdAt: Scalar, dateOfBirth: Scalar, dateOfTermination: Scalar, email: Scalar
    employmentStatus: Scalar, firstName: Scalar, id: Scalar, lastName: Scalar, middleName: Scalar
    personalEmail: Scalar, phoneNumber: Scalar, preferredFirstName: Scalar, preferredLastName: Scalar
    startDate: Scalar, suffix: Scalar, title: Scalar, updatedAt: Scalar, workCountryCode: Scalar
    phoneNumbers: [PhoneNumber], greenhouseRecruitingData: GreenhouseRecruitingData
  }
  type PhoneNumber { number: String, type: String }
  type GreenhouseRecruitingData { applicationId: ID, rawData: String }
  input DateTimeFilter { after: Scalar, before: Scalar }
  input EmailFilter { anyValue: Scalar, emails: Scalar, noValue: Scalar }
  input PersonalEmailFilter { anyValue: Scalar, noValue: Scalar, personalEmails: Scalar }
  input StartDateFilter { anyValue: Scalar, dateFilter: Scalar, noValue: Scalar }
`);

const MOST_RECORDS = 25;
export const MOST_COMPLEXITY = 2500;

type Variables = Readonly<Record<string, unknown>>;

/** Throws what isn't a query that this schema answers. */
export function readQuery(text: string, variables: Variables): DocumentNode {
  const document = parse(text);
  const [problem] = validate(SCHEMA, document);
  if (problem !== undefined) throw problem;
  const declared = document.definitions.flatMap((each) =>
    each.kind === Kind.OPERATION_DEFINITION ? (each.variableDefinitions ?? []) : [],
  );
  const names = declared.map(({ variable }) => variable.name.value);
  const unknown = Object.keys(variables).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new GraphQLError(`Unknown variables: ${unknown.join(', ')}`);
  return document;
}

/** Fields, times the records of a connection. */
export function complexityOf(text: string, variables: Variables): number {
  const within = (set: SelectionSetNode | undefined): number =>
    (set?.selections ?? []).reduce((sum, each) => {
      if (each.kind !== Kind.FIELD) throw new GraphQLError('Fragments are not counted here');
      if (each.name.value !== 'employees') return sum + 1 + within(each.selectionSet);
      return sum + recordsOf(each, variables) * within(each.selectionSet);
    }, 0);
  return readQuery(text, variables).definitions.reduce(
    (sum, each) => sum + (each.kind === Kind.OPERATION_DEFINITION ? within(each.selectionSet) : 0),
    0,
  );
}

function recordsOf(field: FieldNode, variables: Variables): number {
  const given = field.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last')?.value;
  const records =
    given?.kind === Kind.VARIABLE ? variables[given.name.value] : given?.kind === Kind.INT ? given.value : 0;
  if (Number(records ?? 0) < 1) throw new GraphQLError('Provide a value for either first or last');
  if (Number(records) > MOST_RECORDS)
    throw new GraphQLError(`At most ${MOST_RECORDS} records can be asked for`);
  return Number(records);
}
