import { randomInt } from 'node:crypto';
import type { FakeReply, FakeRequest } from './fake-server.ts';
import { hex, notFound, type OwnedTwilioNumber, presentRefusal } from './fake-twilio-resources.ts';
import { isPhoneNumber, refuse, refuseAddresses, refuseParameters } from './fake-twilio-rules.ts';

/** Twilio's hosted numbers (numbers.twilio.com) and addresses: orders, the call that proves whose number it is, and the letter. */

export interface TwilioHostedOrder {
  sid: string;
  numberSid: string;
  phoneNumber: string;
  friendlyName: string | null;
  addressSid: string;
  email: string;
  smsUrl: string;
  status: string;
  code: string | null;
  extension: string | null;
  documentSid: string | null;
}

interface Address {
  sid: string;
  friendlyName: string;
  form: Record<string, string>;
}

const known = {
  listAddresses: new Set(['FriendlyName', 'CustomerName', 'IsoCountry', 'PageSize', 'Page', 'PageToken']),
  address: new Set(
    'CustomerName Street City Region PostalCode IsoCountry FriendlyName EmergencyEnabled AutoCorrectAddress StreetSecondary'.split(
      ' ',
    ),
  ),
  listOrders: new Set(
    'Status SmsCapability PhoneNumber IncomingPhoneNumberSid FriendlyName PageSize Page PageToken'.split(' '),
  ),
  order: new Set(
    (
      'PhoneNumber ContactPhoneNumber AddressSid Email AccountSid FriendlyName CcEmails SmsUrl SmsMethod SmsFallbackUrl ' +
      'SmsCapability SmsFallbackMethod StatusCallbackUrl StatusCallbackMethod SmsApplicationSid ContactTitle'
    ).split(' '),
  ),
  update: new Set(['Status', 'VerificationCallDelay', 'VerificationCallExtension']),
  document: new Set([
    'AddressSid',
    'Email',
    'ContactPhoneNumber',
    'HostedNumberOrderSids',
    'ContactTitle',
    'CcEmails',
  ]),
};

const unfit = refuse(22112, 'Unable to Update Hosted Number Order Status');

export class FakeTwilioLandlines {
  readonly orders: TwilioHostedOrder[] = [];
  readonly addresses: Address[] = [];
  /** To whom Twilio has mailed its own letter. */
  readonly letters: { email: string; title: string | null }[] = [];
  readonly #ineligible = new Map<string, string>();
  readonly #accountSid: string;
  readonly #owned: Map<string, OwnedTwilioNumber>;

  constructor(accountSid: string, owned: Map<string, OwnedTwilioNumber>) {
    this.#accountSid = accountSid;
    this.#owned = owned;
  }

  /** Undefined: not about hosted numbers. */
  answer(request: FakeRequest): FakeReply | undefined {
    const { method, path } = request;
    const form = () => new URLSearchParams(request.rawBody.toString('utf8'));
    switch (`${method} ${path}`) {
      case 'POST /v1/HostedNumber/Eligibility':
        return this.#checkEligibility(request);
      case 'GET /v2/HostedNumber/Orders':
        return this.#listOrders(request.query);
      case 'POST /v2/HostedNumber/Orders':
        return this.#openOrder(form());
      case 'POST /v2/HostedNumber/AuthorizationDocuments':
        return this.#mailLetter(form());
      case `GET /2010-04-01/Accounts/${this.#accountSid}/Addresses.json`:
        return this.#listAddresses(request.query);
      case `POST /2010-04-01/Accounts/${this.#accountSid}/Addresses.json`:
        return this.#addAddress(form());
    }
    const sid = /^\/v2\/HostedNumber\/Orders\/(HR[0-9a-f]{32})$/.exec(path)?.[1];
    if (sid === undefined) return undefined;
    const order = this.orders.find((each) => each.sid === sid);
    if (order === undefined) return notFound;
    if (method === 'GET') return { status: 200, body: this.#present(order) };
    if (method === 'DELETE') {
      // "Cancel the HostedNumberOrder (only available when the status is in `received`)": twilio-oai, twilio_numbers_v2.
      if (order.status !== 'received') return presentRefusal(unfit);
      this.orders.splice(this.orders.indexOf(order), 1);
      return { status: 204 };
    }
    return this.#verify(order, form());
  }

  /** `subStatus` as in Twilio's answers, e.g. CARRIER_INELIGIBLE. */
  makeIneligible(phoneNumber: string, subStatus: string): void {
    this.#ineligible.set(phoneNumber, subStatus);
  }

  /** Someone answers the call at the number and presses these digits. */
  press(phoneNumber: string, digits: string): void {
    const order = this.#find(phoneNumber);
    if (order.status !== 'pending-verification') throw new Error(`${phoneNumber} does not ring`);
    if (order.code === digits) order.status = 'verified';
  }

  signLetter(phoneNumber: string): void {
    const order = this.#find(phoneNumber);
    if (order.status !== 'pending-loa') throw new Error('There is no letter to sign');
    order.status = 'carrier-processing';
  }

  decide(phoneNumber: string, status: string): void {
    const order = this.#find(phoneNumber);
    order.status = status;
    if (status !== 'completed') return;
    const number = { sid: order.numberSid, phoneNumber, friendlyName: phoneNumber, smsUrl: order.smsUrl };
    this.#owned.set(phoneNumber, { ...number, voiceUrl: '', statusCallback: '' });
  }

  #find(phoneNumber: string): TwilioHostedOrder {
    const order = this.orders.findLast((each) => each.phoneNumber === phoneNumber);
    if (order === undefined) throw new Error(`There is no order for ${phoneNumber}`);
    return order;
  }

  #checkEligibility(request: FakeRequest): FakeReply {
    const body = JSON.parse(request.rawBody.toString('utf8')) as {
      phone_numbers?: { phone_number?: string; hosting_account_sid?: string }[];
    };
    if (!Array.isArray(body.phone_numbers)) return presentRefusal(refuse(20001, 'phone_numbers is required'));
    const results = body.phone_numbers.map(({ phone_number: number = '', hosting_account_sid: sid }) => {
      const isLandline = this.#owned.has(number);
      const subStatus =
        sid === this.#accountSid
          ? (this.#ineligible.get(number) ??
            (isPhoneNumber(number)
              ? isLandline
                ? 'ALREADY_IN_TWILIO'
                : 'ELIGIBLE'
              : 'INVALID_PHONE_NUMBER'))
          : 'INVALID_HOSTING_ACCOUNT_SID';
      return {
        phone_number: number,
        account_sid: sid ?? null,
        eligibility_status: subStatus === 'ELIGIBLE' ? 'ELIGIBLE' : 'INELIGIBLE',
        eligibility_sub_status: subStatus,
        ineligibility_reason: subStatus === 'ELIGIBLE' ? null : subStatus,
        phone_number_type: 'LOCAL',
        iso_country_code: 'US',
      };
    });
    return { status: 200, body: { results } };
  }

  #listAddresses(query: URLSearchParams): FakeReply {
    const refusal = refuseParameters(query, known.listAddresses);
    if (refusal !== null) return presentRefusal(refusal);
    const name = query.get('FriendlyName');
    const found = this.addresses.filter(({ friendlyName }) => name === null || friendlyName === name);
    return {
      status: 200,
      body: { addresses: found.map((address) => this.#presentAddress(address)), page: 0 },
    };
  }

  #presentAddress = ({ sid, friendlyName, form }: Address) => ({
    sid,
    account_sid: this.#accountSid,
    friendly_name: friendlyName,
    customer_name: form.CustomerName,
    validated: true,
  });

  #addAddress(form: URLSearchParams): FakeReply {
    const refusal =
      refuseParameters(form, known.address) ??
      refuseMissing(form, 'CustomerName Street City Region PostalCode IsoCountry');
    if (refusal !== null) return presentRefusal(refusal);
    if (form.get('PostalCode') === '00000') return presentRefusal(refuse(21628, 'Invalid address'));
    const address = {
      sid: `AD${hex()}`,
      friendlyName: form.get('FriendlyName') ?? '',
      form: Object.fromEntries(form),
    };
    this.addresses.push(address);
    return { status: 201, body: this.#presentAddress(address) };
  }

  #listOrders(query: URLSearchParams): FakeReply {
    const refusal = refuseParameters(query, known.listOrders);
    if (refusal !== null) return presentRefusal(refusal);
    const found = this.orders.filter(
      (order) =>
        order.phoneNumber === (query.get('PhoneNumber') ?? order.phoneNumber) &&
        order.friendlyName === (query.get('FriendlyName') ?? order.friendlyName),
    );
    const items = found.map((order) => this.#present(order));
    return { status: 200, body: { items, meta: { key: 'items', next_page_url: null } } };
  }

  #openOrder(form: URLSearchParams): FakeReply {
    const refusal =
      refuseParameters(form, known.order) ??
      refuseMissing(form, 'PhoneNumber ContactPhoneNumber AddressSid Email') ??
      refuseAddresses(form);
    if (refusal !== null) return presentRefusal(refusal);
    const phoneNumber = form.get('PhoneNumber') ?? '';
    const addressSid = form.get('AddressSid') ?? '';
    if (!isPhoneNumber(phoneNumber)) return presentRefusal(refuse(21421, 'PhoneNumber is invalid.'));
    if (!this.addresses.some(({ sid }) => sid === addressSid))
      return presentRefusal(refuse(21615, 'AddressSid is unknown'));
    if (this.orders.some((order) => order.phoneNumber === phoneNumber && order.status !== 'failed'))
      return presentRefusal(refuse(22110, 'Phone Number Not Hostable'));
    const order: TwilioHostedOrder = {
      sid: `HR${hex()}`,
      numberSid: `PN${hex()}`,
      phoneNumber,
      friendlyName: form.get('FriendlyName'),
      addressSid,
      email: form.get('Email') ?? '',
      smsUrl: form.get('SmsUrl') ?? '',
      status: 'received',
      code: null,
      extension: null,
      documentSid: null,
    };
    this.orders.push(order);
    return { status: 201, body: this.#present(order) };
  }

  #verify(order: TwilioHostedOrder, form: URLSearchParams): FakeReply {
    const delay = Number(form.get('VerificationCallDelay') ?? 0);
    const refusal = refuseParameters(form, known.update) ?? refuseMissing(form, 'Status');
    if (refusal !== null) return presentRefusal(refusal);
    const mayVerify = order.status === 'received' || order.status === 'pending-verification';
    if (form.get('Status') !== 'pending-verification' || !mayVerify) return presentRefusal(unfit);
    if (!(delay >= 0 && delay <= 60)) return presentRefusal(refuse(20001, 'VerificationCallDelay'));
    order.status = 'pending-verification';
    order.code = String(randomInt(100_000, 1_000_000));
    order.extension = form.get('VerificationCallExtension');
    return { status: 200, body: this.#present(order) };
  }

  #mailLetter(form: URLSearchParams): FakeReply {
    const refusal =
      refuseParameters(form, known.document) ??
      refuseMissing(form, 'AddressSid Email ContactPhoneNumber HostedNumberOrderSids');
    if (refusal !== null) return presentRefusal(refusal);
    const order = this.orders.find(({ sid }) => sid === form.get('HostedNumberOrderSids'));
    if (!this.addresses.some(({ sid }) => sid === form.get('AddressSid')))
      return presentRefusal(refuse(21615, 'AddressSid is unknown'));
    if (order?.status !== 'verified') return presentRefusal(unfit);
    order.documentSid = `PX${hex()}`;
    order.status = 'pending-loa';
    this.letters.push({ email: form.get('Email') ?? '', title: form.get('ContactTitle') });
    return { status: 201, body: { sid: order.documentSid, status: 'signing', email: order.email } };
  }

  #present(order: TwilioHostedOrder): object {
    return {
      sid: order.sid,
      account_sid: this.#accountSid,
      incoming_phone_number_sid: order.numberSid,
      address_sid: order.addressSid,
      signing_document_sid: order.documentSid,
      phone_number: order.phoneNumber,
      capabilities: { sms: true, voice: false },
      friendly_name: order.friendlyName,
      status: order.status,
      failure_reason: '',
      email: order.email,
      verification_type: 'phone-call',
      verification_code: order.code,
      verification_call_extension: order.extension,
    };
  }
}

function refuseMissing(form: URLSearchParams, names: string) {
  const missing = names.split(' ').find((name) => (form.get(name) ?? '') === '');
  return missing === undefined ? null : refuse(20001, `${missing} is required`);
}
