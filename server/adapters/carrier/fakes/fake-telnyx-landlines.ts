import { randomInt, randomUUID } from 'node:crypto';
import type { FakeReply, FakeRequest } from './fake-server.ts';
import { pageOf } from './fake-telnyx-resources.ts';
import { isPhoneNumber, presentRefusal, refuse, refuseBody, refuseQuery } from './fake-telnyx-rules.ts';

/** Telnyx's hosted messaging numbers: orders, codes by call or text, the two documents, and the numbers that come of it. */

export interface TelnyxHostedOrder {
  id: string;
  numberId: string;
  phoneNumber: string;
  profileId: string;
  status: string;
  numberStatus: string;
  code: string | null;
  codeBy: string | null;
  isVerified: boolean;
  files: { loa: Buffer; bill: Buffer } | null;
}

const shapes = {
  eligibility: { phone_numbers: 'strings' },
  order: { phone_numbers: 'strings', messaging_profile_id: 'string' },
  codes: { phone_numbers: 'strings', verification_method: 'string' },
  validation: { verification_codes: 'objects' },
} as const;

const notFound = presentRefusal(refuse(404, '10005', 'Resource not found'));
const duplicate = presentRefusal(refuse(422, '10012', 'Duplicate resource'));
const badRequest = (title: string) => presentRefusal(refuse(400, '10015', title));

/** The numbers and profiles of the account. */
interface LandlineWorld {
  hasProfile(id: string): boolean;
  isOurs(phoneNumber: string): boolean;
  add(phoneNumber: string, profileId: string): void;
  remove(phoneNumber: string): void;
  /** Events go where the profile wants them. */
  tell(profileId: string, event: 'created' | 'updated' | 'deleted', payload: object): void;
}

export class FakeTelnyxLandlines {
  readonly orders: TelnyxHostedOrder[] = [];
  readonly #ineligible = new Map<string, string>();
  readonly #world: LandlineWorld;

  constructor(world: LandlineWorld) {
    this.#world = world;
  }

  /** Undefined: not about hosted numbers. */
  answer(request: FakeRequest): FakeReply | undefined {
    const { method } = request;
    const path = request.path.replace('/v2', '');
    switch (`${method} ${path}`) {
      case 'POST /messaging_hosted_number_orders/eligibility_numbers_check':
        return this.#checkEligibility(request);
      case 'GET /messaging_hosted_number_orders': {
        const refusal = refuseQuery(request.query, new Set(['page[number]', 'page[size]']));
        if (refusal !== null) return presentRefusal(refusal);
        return { status: 200, body: pageOf(this.orders.map(present), request.query) };
      }
      case 'POST /messaging_hosted_number_orders':
        return this.#openOrder(request);
    }
    const hosted = /^\/messaging_hosted_numbers\/([\w-]+)$/.exec(path)?.[1];
    if (hosted !== undefined && method === 'DELETE') return this.#giveBack(hosted);
    const [, id, action] = /^\/messaging_hosted_number_orders\/([\w-]+)(\/[\w/]+)?$/.exec(path) ?? [];
    if (id === undefined) return undefined;
    const order = this.orders.find((each) => each.id === id);
    if (order === undefined) return notFound;
    switch (`${method} ${action ?? ''}`) {
      case 'GET ':
        return { status: 200, body: { data: present(order) } };
      case 'DELETE ':
        this.orders.splice(this.orders.indexOf(order), 1);
        this.#tell('deleted', order);
        return { status: 200, body: { data: { ...present(order), status: 'deleted' } } };
      case 'POST /verification_codes':
        return this.#sendCode(order, request);
      case 'POST /validation_codes':
        return this.#validate(order, request);
      case 'POST /actions/file_upload':
        return this.#upload(order, request);
    }
    return notFound;
  }

  /** `status` as in Telnyx's answers, e.g. number_can_not_be_wireless. */
  makeIneligible(phoneNumber: string, status: string): void {
    this.#ineligible.set(phoneNumber, status);
  }

  /** The last code that the phone got. */
  heard(phoneNumber: string): string | null {
    return this.find(phoneNumber).code;
  }

  decide(phoneNumber: string, status: string, numberStatus: string): void {
    const order = this.find(phoneNumber);
    order.status = status;
    order.numberStatus = numberStatus;
    if (status === 'successful') this.#world.add(phoneNumber, order.profileId);
    this.#tell('updated', order);
  }

  find(phoneNumber: string): TelnyxHostedOrder {
    const order = this.orders.findLast((each) => each.phoneNumber === phoneNumber);
    if (order === undefined) throw new Error(`There is no order for ${phoneNumber}`);
    return order;
  }

  #tell(event: 'created' | 'updated' | 'deleted', order: TelnyxHostedOrder): void {
    const numbers = [{ value: order.phoneNumber, status: order.numberStatus }];
    const payload = { order_id: order.id, order_status: order.status, profile_id: order.profileId, numbers };
    this.#world.tell(order.profileId, event, payload);
  }

  #checkEligibility(request: FakeRequest): FakeReply {
    const body = json<{ phone_numbers?: string[] }>(request);
    const refusal = refuseBody(body, shapes.eligibility);
    if (refusal !== null || !body.phone_numbers) return badRequest('phone_numbers');
    const numbers = body.phone_numbers.map((phoneNumber) => {
      const status = this.#statusOf(phoneNumber);
      const eligible = status === 'eligible';
      return { phone_number: phoneNumber, eligible, eligible_status: status, detail: status };
    });
    return { status: 200, body: { phone_numbers: numbers } };
  }

  #statusOf(phoneNumber: string): string {
    const ineligible = this.#ineligible.get(phoneNumber);
    if (ineligible !== undefined) return ineligible;
    if (!isPhoneNumber(phoneNumber)) return 'number_is_not_in_e164_format';
    if (!phoneNumber.startsWith('+1')) return 'number_is_not_a_us_number';
    return this.#world.isOurs(phoneNumber) ? 'number_can_not_be_active_in_your_account' : 'eligible';
  }

  #openOrder(request: FakeRequest): FakeReply {
    const body = json<{ phone_numbers?: string[]; messaging_profile_id?: string }>(request);
    const refusal = refuseBody(body, shapes.order);
    if (refusal !== null) return presentRefusal(refusal);
    const [phoneNumber] = body.phone_numbers ?? [];
    const profileId = body.messaging_profile_id ?? '';
    if (phoneNumber === undefined || this.#statusOf(phoneNumber) !== 'eligible')
      return presentRefusal(refuse(422, '10002', 'Invalid phone number'));
    if (!this.#world.hasProfile(profileId))
      return presentRefusal(refuse(422, '10017', 'Associated resource does not exist'));
    if (this.orders.some((order) => order.phoneNumber === phoneNumber && order.status === 'pending'))
      return duplicate;
    const order: TelnyxHostedOrder = {
      id: randomUUID(),
      numberId: randomUUID(),
      phoneNumber,
      profileId,
      status: 'pending',
      numberStatus: 'pending',
      code: null,
      codeBy: null,
      isVerified: false,
      files: null,
    };
    this.orders.push(order);
    this.#tell('created', order);
    return { status: 200, body: { data: present(order) } };
  }

  #sendCode(order: TelnyxHostedOrder, request: FakeRequest): FakeReply {
    const body = json<{ phone_numbers?: string[]; verification_method?: string }>(request);
    const refusal = refuseBody(body, shapes.codes);
    if (refusal !== null) return presentRefusal(refusal);
    const { phone_numbers: numbers = [], verification_method: method = '' } = body;
    if (!['sms', 'call'].includes(method)) return badRequest('verification_method');
    const data = numbers.map((phoneNumber) => {
      if (phoneNumber !== order.phoneNumber || order.isVerified)
        return { phone_number: phoneNumber, error: 'The number can not be verified' };
      order.code = String(randomInt(10_000, 100_000));
      order.codeBy = method;
      return { phone_number: phoneNumber, type: method, verification_code_id: randomUUID() };
    });
    return { status: 200, body: { data } };
  }

  #validate(order: TelnyxHostedOrder, request: FakeRequest): FakeReply {
    const body = json<{ verification_codes?: { phone_number: string; code: string }[] }>(request);
    const refusal = refuseBody(body, shapes.validation);
    if (refusal !== null) return presentRefusal(refusal);
    const numbers = (body.verification_codes ?? []).map(({ phone_number: phoneNumber, code }) => {
      const isRight = phoneNumber === order.phoneNumber && order.code !== null && order.code === code;
      const status = order.isVerified ? 'already_verified' : isRight ? 'verified' : 'rejected';
      if (isRight) {
        order.isVerified = true;
        order.numberStatus = 'ownership_successful';
        this.#tell('updated', order);
      }
      return { phone_number: phoneNumber, status };
    });
    return { status: 200, body: { data: { order_id: order.id, phone_numbers: numbers } } };
  }

  #upload(order: TelnyxHostedOrder, request: FakeRequest): FakeReply {
    const type = request.headers['content-type'] ?? '';
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(type)?.[1];
    if (boundary === undefined) return badRequest('multipart/form-data');
    const loa = fileOf(request.rawBody, boundary, 'loa');
    const bill = fileOf(request.rawBody, boundary, 'bill');
    if (loa === null || bill === null) return badRequest('loa and bill, each a PDF');
    if (!order.isVerified) return badRequest('The ownership is not verified');
    order.files = { loa, bill };
    order.status = 'loa_file_successful';
    order.numberStatus = 'provisioning';
    this.#tell('updated', order);
    return { status: 200, body: { data: present(order) } };
  }

  #giveBack(id: string): FakeReply {
    const order = this.orders.find((each) => each.numberId === id && each.numberStatus === 'successful');
    if (order === undefined) return notFound;
    order.numberStatus = 'deleted';
    this.#world.remove(order.phoneNumber);
    return { status: 200, body: { data: present(order) } };
  }
}

function present(order: TelnyxHostedOrder) {
  const number = { id: order.numberId, phone_number: order.phoneNumber, status: order.numberStatus };
  return {
    record_type: 'messaging_hosted_number_order',
    id: order.id,
    messaging_profile_id: order.profileId,
    status: order.status,
    phone_numbers: [{ record_type: 'messaging_hosted_number', ...number }],
  };
}

function json<T>(request: FakeRequest): T {
  return JSON.parse(request.rawBody.toString('utf8')) as T;
}

/** The PDF of one field. */
function fileOf(body: Buffer, boundary: string, name: string): Buffer | null {
  const parts = body.toString('latin1').split(`--${boundary}`);
  const part = parts.find((each) => each.includes(`name="${name}"`));
  const content = part?.slice(part.indexOf('\r\n\r\n') + 4, -2);
  return content?.startsWith('%PDF-') ? Buffer.from(content, 'latin1') : null;
}
