import { createHmac } from 'node:crypto';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import type { FakeClock } from './fake-ats.ts';
import { FakeRefusal, type FakeVendor } from './fake-ats-server.ts';
import { FakeOutbox } from './fake-outbox.ts';

export const BAMBOO_STAGES = [
  { id: '1', name: 'New', kind: 'applied', enabled: true },
  { id: '2', name: 'Schedule Phone Screen', kind: 'screen', enabled: true },
  { id: '3', name: 'Interviewed', kind: 'interview', enabled: true },
  { id: '14', name: 'Put on Hold', kind: 'other', enabled: false },
  { id: '4', name: 'Offer Sent', kind: 'offer', enabled: true },
  { id: '5', name: 'Not a Fit', kind: 'rejected', enabled: true },
  { id: '6', name: 'Hired', kind: 'hired', enabled: true },
] as const;

export interface BambooApplication {
  id: number;
  applied: Date;
  statusId: string;
  moved: Date;
  updated: Date;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  jobId: number;
  comments: string[];
}

export interface BambooEmployee {
  id: number;
  changed: Date;
  fields: Record<string, string | null>;
}

export interface BambooWebhook {
  id: number;
  name: string;
  url: string;
  format: string;
  events: string[];
  monitorFields: string[];
  privateKey: string;
}

export class BambooHrState {
  readonly clock: FakeClock;
  readonly outbox = new FakeOutbox();
  readonly jobs: { id: number; name: string; status: string; leadId: number | null }[] = [];
  applications: BambooApplication[] = [];
  employees: BambooEmployee[] = [];
  webhooks: BambooWebhook[] = [];
  #lastId = 100;

  constructor(clock: FakeClock) {
    this.clock = clock;
  }

  newId = (): number => {
    this.#lastId += 1;
    return this.#lastId;
  };

  application(id: string): BambooApplication {
    const found = this.applications.find((each) => String(each.id) === id);
    if (found === undefined) throw new FakeRefusal(bambooHrSays.notFound());
    return found;
  }

  addEmployee(fields: Record<string, string | null>): BambooEmployee {
    const employee = { id: this.newId(), changed: this.clock.tick(), fields };
    this.employees.push(employee);
    this.#tell('employee.created', employee.id);
    return employee;
  }

  #tell(type: string, employeeId: number): void {
    const timestamp = this.clock.now().toISOString();
    for (const { url, events, privateKey } of this.webhooks) {
      if (!events.includes(type)) continue;
      const body = Buffer.from(
        JSON.stringify({ type, timestamp, data: { companyId: '1', employeeId: String(employeeId) } }),
      );
      this.outbox.add({
        url,
        sign: (at) => {
          const seconds = String(Math.floor(at.getTime() / 1000));
          const signature = createHmac('sha256', privateKey).update(body).update(seconds).digest('hex');
          return {
            headers: { 'x-bamboohr-signature': signature, 'x-bamboohr-timestamp': seconds },
            body,
          };
        },
      });
    }
  }
}

/** Why stands in a header; bodies are empty. */
const refusal = (status: number, message: string): FakeReply => ({
  status,
  headers: { 'x-bamboohr-error-message': message },
  body: '',
});

export const bambooHrSays: FakeVendor['says'] = {
  keyRefused: () => refusal(401, 'Invalid API credentials'),
  rightMissing: () => refusal(403, 'Insufficient permissions'),
  notFound: () => refusal(404, 'Not found'),
  invalid: (problems) => refusal(400, problems.join('; ')),
  throttled: (seconds) => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: '' }),
};
