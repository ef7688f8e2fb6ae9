/* The part of Greenhouse Onboarding's GraphQL schema that is asked for here, as its reference has it. */

export interface FieldFacts {
  type: string;
  args?: Readonly<Record<string, string>>;
}

export const TYPES: Readonly<Record<string, Readonly<Record<string, FieldFacts>>>> = {
  Query: {
    rateLimit: { type: 'RateLimit' },
    complexityInfo: { type: 'ComplexityInfo' },
    employee: { type: 'Employee', args: { id: 'Int' } },
    employees: {
      type: 'EmployeeConnection',
      args: {
        after: 'String',
        before: 'String',
        createdAt: 'DateTimeFilter',
        emailFilter: 'EmailFilter',
        first: 'Int',
        last: 'Int',
        personalEmailFilter: 'PersonalEmailFilter',
        startDateFilter: 'StartDateFilter',
        updatedAt: 'DateTimeFilter',
      },
    },
  },
  RateLimit: {
    cost: { type: 'Int' },
    limit: { type: 'Int' },
    remaining: { type: 'Int' },
    resetAt: { type: 'DateTime' },
  },
  ComplexityInfo: { score: { type: 'Int' }, maximum: { type: 'Int' } },
  EmployeeConnection: {
    edges: { type: 'EmployeeEdge' },
    nodes: { type: 'Employee' },
    pageInfo: { type: 'PageInfo' },
  },
  EmployeeEdge: { cursor: { type: 'String' }, node: { type: 'Employee' } },
  PageInfo: {
    endCursor: { type: 'String' },
    hasNextPage: { type: 'Boolean' },
    hasPreviousPage: { type: 'Boolean' },
    startCursor: { type: 'String' },
  },
  Employee: Object.fromEntries([
    ...[
      'about createdAt dateOfBirth dateOfTermination email employmentStatus firstName id lastName middleName personalEmail',
      'phoneNumber preferredFirstName preferredLastName startDate suffix title updatedAt workCountryCode',
    ].flatMap((names) => names.split(' ').map((name) => [name, { type: 'Scalar' }] as const)),
    ['phoneNumbers', { type: 'PhoneNumber' }],
    ['greenhouseRecruitingData', { type: 'GreenhouseRecruitingData' }],
  ]),
  PhoneNumber: { number: { type: 'String' }, type: { type: 'String' } },
  GreenhouseRecruitingData: { applicationId: { type: 'ID' }, rawData: { type: 'String' } },
};

/** What the filters know. */
export const INPUTS: Readonly<Record<string, readonly string[]>> = {
  DateTimeFilter: ['after', 'before'],
  EmailFilter: ['anyValue', 'emails', 'noValue'],
  PersonalEmailFilter: ['anyValue', 'noValue', 'personalEmails'],
  StartDateFilter: ['anyValue', 'dateFilter', 'noValue'],
};

export const MOST_RECORDS = 25;
export const MOST_COMPLEXITY = 2500;
