/* The demo company. Names are invented, addresses end in .example, and numbers are 555-01xx, which no one has. */

export const COMPANY = 'Harborview Staffing';
export const DEMO_PASSWORD = 'harborview-demo';

export const team = [
  {
    firstName: 'Dana',
    lastName: 'Whitfield',
    email: 'dana@harborview.example',
    userType: 'admin',
    seatRole: 'recruiter',
    phoneNumber: '+14155550120',
    says: 'admin and recruiter',
  },
  {
    firstName: 'Marcus',
    lastName: 'Oyelaran',
    email: 'marcus@harborview.example',
    userType: 'member',
    seatRole: 'recruiter',
    phoneNumber: '+14155550157',
    says: 'recruiter',
  },
  {
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya@harborview.example',
    userType: 'member',
    seatRole: 'hiringManager',
    phoneNumber: '+14155550194',
    says: 'hiring manager',
  },
] as const;

export interface DemoCandidate {
  firstName: string;
  lastName: string;
  jobTitle: string;
  areaCode: string;
  tags?: string[];
}

const rn = 'Registered Nurse';
const forklift = 'Forklift Operator';
const cna = 'Nursing Assistant';
const dev = 'Software Engineer';
const cashier = 'Store Associate';
const driver = 'Delivery Driver';
const cook = 'Line Cook';
const support = 'Support Specialist';

/** Forty of them; the one without a name has texted first. */
export const candidates: DemoCandidate[] = [
  { firstName: 'Maria', lastName: 'Santos', jobTitle: rn, areaCode: '415', tags: ['ICU', 'night shift'] },
  { firstName: 'Jamal', lastName: 'Carter', jobTitle: forklift, areaCode: '510', tags: ['certified'] },
  { firstName: 'Hannah', lastName: 'Lindqvist', jobTitle: dev, areaCode: '206' },
  { firstName: 'Tyrese', lastName: 'Monroe', jobTitle: driver, areaCode: '213', tags: ['CDL B'] },
  { firstName: 'Aisha', lastName: 'Rahman', jobTitle: rn, areaCode: '312', tags: ['pediatrics'] },
  { firstName: 'Connor', lastName: 'McBride', jobTitle: cook, areaCode: '617' },
  { firstName: 'Lucía', lastName: 'Fernández', jobTitle: cna, areaCode: '305', tags: ['bilingual'] },
  { firstName: 'Dwayne', lastName: 'Pruitt', jobTitle: forklift, areaCode: '214' },
  { firstName: 'Mei', lastName: 'Tanaka', jobTitle: support, areaCode: '408' },
  { firstName: 'Olivia', lastName: 'Brandt', jobTitle: cashier, areaCode: '303', tags: ['weekends'] },
  { firstName: 'Samuel', lastName: 'Okafor', jobTitle: dev, areaCode: '512', tags: ['TypeScript'] },
  { firstName: 'Rosa', lastName: 'Delgado', jobTitle: cna, areaCode: '602' },
  { firstName: 'Ethan', lastName: 'Kowalski', jobTitle: driver, areaCode: '773' },
  { firstName: 'Nia', lastName: 'Bell', jobTitle: support, areaCode: '404' },
  { firstName: 'Brian', lastName: 'Nguyen', jobTitle: rn, areaCode: '714', tags: ['ER'] },
  { firstName: 'Katarzyna', lastName: 'Wojciechowska-Montgomery', jobTitle: dev, areaCode: '646' },
  { firstName: 'Leon', lastName: 'Fischer', jobTitle: cook, areaCode: '503' },
  { firstName: 'Tamika', lastName: 'Jefferson', jobTitle: cashier, areaCode: '901' },
  { firstName: 'Victor', lastName: 'Almeida', jobTitle: forklift, areaCode: '702' },
  { firstName: 'Grace', lastName: 'Kimani', jobTitle: rn, areaCode: '919', tags: ['travel'] },
  { firstName: 'Pedro', lastName: 'Ibarra', jobTitle: driver, areaCode: '956' },
  { firstName: 'Zoe', lastName: 'Hartman', jobTitle: support, areaCode: '216' },
  { firstName: 'Andre', lastName: 'Baptiste', jobTitle: cook, areaCode: '504', tags: ['sous chef'] },
  { firstName: 'Claire', lastName: 'Dupont', jobTitle: dev, areaCode: '202' },
  { firstName: 'Malik', lastName: 'Saunders', jobTitle: forklift, areaCode: '313' },
  { firstName: 'Ines', lastName: 'Costa', jobTitle: cna, areaCode: '401' },
  { firstName: 'Robert', lastName: 'Yazzie', jobTitle: driver, areaCode: '505' },
  { firstName: 'Sofia', lastName: 'Petrov', jobTitle: cashier, areaCode: '612' },
  { firstName: 'Terrence', lastName: 'Hull', jobTitle: support, areaCode: '704' },
  { firstName: 'Yuki', lastName: 'Mori', jobTitle: rn, areaCode: '808' },
  { firstName: 'Emily', lastName: 'Sandoval', jobTitle: cna, areaCode: '210' },
  { firstName: 'Jordan', lastName: 'Reyes', jobTitle: cook, areaCode: '619' },
  { firstName: 'Fatima', lastName: 'Haddad', jobTitle: dev, areaCode: '734' },
  { firstName: 'Gus', lastName: 'Papadakis', jobTitle: driver, areaCode: '718' },
  { firstName: 'Latoya', lastName: 'Simmons', jobTitle: rn, areaCode: '215', tags: ['charge nurse'] },
  { firstName: 'Henrik', lastName: 'Solberg', jobTitle: support, areaCode: '907' },
  { firstName: 'Paula', lastName: 'Quispe', jobTitle: cashier, areaCode: '801' },
  { firstName: 'Devin', lastName: 'Marsh', jobTitle: forklift, areaCode: '502' },
  { firstName: 'Amara', lastName: 'Nwosu', jobTitle: cna, areaCode: '240' },
  { firstName: '', lastName: '', jobTitle: '', areaCode: '925' },
];
