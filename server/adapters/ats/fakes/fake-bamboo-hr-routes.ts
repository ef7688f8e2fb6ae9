import type { z } from 'zod';
import { BambooHrBody, BambooHrQuery, BambooHrReply } from './bamboo-hr-schema.ts';
import { checkedReply } from './checked-reply.ts';
import { FakeRefusal, type FakeRoute, fakeRoute } from './fake-ats-server.ts';
import {
  BAMBOO_STAGES,
  type BambooApplication,
  type BambooHrState,
  bambooHrSays,
} from './fake-bamboo-hr-state.ts';

const API = '/api/v1';
const HIRING = 'ATS settings';
const EMPLOYEES = 'employees';

export function bambooHrRoutes(state: BambooHrState, pageSize: number): FakeRoute[] {
  return [...hiringRoutes(state, pageSize), ...employeeRoutes(state), ...webhookRoutes(state)];
}

function hiringRoutes(state: BambooHrState, pageSize: number): FakeRoute[] {
  const labelOf = (statusId: string) => BAMBOO_STAGES.find(({ id }) => id === statusId)?.name ?? '';
  const titleOf = (jobId: number) => ({
    id: jobId,
    title: { id: null, label: state.jobs.find(({ id }) => id === jobId)?.name ?? '' },
  });

  return [
    fakeRoute({
      method: 'GET',
      path: `${API}/applicant_tracking/statuses`,
      kind: 'read',
      right: HIRING,
      handle: () =>
        checkedReply(
          BambooHrReply.statuses,
          BAMBOO_STAGES.map(({ id, name, enabled }) => ({
            id,
            code: null,
            name,
            translatedName: name,
            description: null,
            enabled,
            manageable: true,
          })),
        ),
    }),
    fakeRoute({
      method: 'GET',
      path: `${API}/applicant_tracking/jobs`,
      kind: 'read',
      right: HIRING,
      query: BambooHrQuery.jobs,
      handle: ({ query }) => {
        const groups = query.statusGroups?.split(',');
        const jobs = state.jobs.filter(({ status }) => groups === undefined || groups.includes(status));
        return checkedReply(
          BambooHrReply.jobs,
          jobs.map(({ id, name, status, leadId }) => ({
            id,
            title: { id: null, label: name },
            postedDate: '2026-10-01T00:00:00+00:00',
            location: null,
            department: null,
            status: { id: 2, label: status },
            hiringLead:
              leadId === null
                ? null
                : { employeeId: leadId, firstName: 'Mo', lastName: 'D', avatar: null, jobTitle: null },
            newApplicantsCount: 0,
            activeApplicantsCount: 0,
            totalApplicantsCount: 0,
            postingUrl: null,
          })),
        );
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${API}/applicant_tracking/applications`,
      kind: 'read',
      right: HIRING,
      query: BambooHrQuery.applications,
      handle: ({ query }) => {
        const found = sorted(state.applications.filter(matching(query)), query);
        const page = Number(query.page ?? 1);
        const hasMore = found.length > page * pageSize;
        return checkedReply(BambooHrReply.applications, {
          paginationComplete: !hasMore,
          nextPageUrl: hasMore
            ? `https://acme-staffing.bamboohr.com${API}/applicant_tracking/applications?page=${page + 1}`
            : null,
          applications: found.slice((page - 1) * pageSize, page * pageSize).map((each) => ({
            id: each.id,
            appliedDate: each.applied.toISOString(),
            status: { id: Number(each.statusId), label: labelOf(each.statusId) },
            rating: null,
            applicant: {
              id: each.id + 10_000,
              firstName: each.firstName,
              lastName: each.lastName,
              avatar: null,
              email: each.email,
              source: 'Careers Website',
            },
            job: titleOf(each.jobId),
          })),
        });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${API}/applicant_tracking/applications/:id`,
      kind: 'read',
      right: HIRING,
      handle: ({ params }) => {
        const found = state.application(params.id ?? '');
        return checkedReply(BambooHrReply.application, {
          id: found.id,
          appliedDate: found.applied.toISOString(),
          status: {
            id: Number(found.statusId),
            label: labelOf(found.statusId),
            dateChanged: found.moved.toISOString(),
            changedByUser: null,
          },
          rating: null,
          commentCount: found.comments.length,
          emailCount: 0,
          eventCount: 0,
          applicant: {
            id: found.id + 10_000,
            firstName: found.firstName,
            lastName: found.lastName,
            email: found.email,
            phoneNumber: found.phone,
            avatar: null,
            source: 'Careers Website',
            availableStartDate: null,
          },
          job: { ...titleOf(found.jobId), hiringLead: null },
        });
      },
    }),
    fakeRoute({
      method: 'POST',
      path: `${API}/applicant_tracking/applications/:id/comments`,
      kind: 'write',
      right: HIRING,
      body: BambooHrBody.comment,
      handle: ({ params, body }) => {
        const found = state.application(params.id ?? '');
        found.comments.push(body.comment);
        found.updated = state.clock.tick();
        return checkedReply(BambooHrReply.written, { type: 'comment', id: state.newId() });
      },
    }),
    fakeRoute({
      method: 'POST',
      path: `${API}/applicant_tracking/applications/:id/status`,
      kind: 'write',
      right: HIRING,
      body: BambooHrBody.status,
      handle: ({ params, body }) => {
        const found = state.application(params.id ?? '');
        const stage = BAMBOO_STAGES.find(({ id, enabled }) => enabled && Number(id) === body.status);
        if (stage === undefined) throw new FakeRefusal(bambooHrSays.invalid(['Invalid status']));
        found.statusId = stage.id;
        found.moved = state.clock.tick();
        found.updated = found.moved;
        return checkedReply(BambooHrReply.written, { type: 'positionApplicantStatus', id: state.newId() });
      },
    }),
  ];
}

type Asked = z.infer<typeof BambooHrQuery.applications>;

/** A search by words, over what is shown. */
function matching({ searchString, newSince, jobId }: Asked) {
  const since = newSince === undefined ? null : new Date(`${newSince.replace(' ', 'T')}Z`);
  const words = searchString?.toLowerCase() ?? '';
  return (each: BambooApplication) =>
    `${each.firstName} ${each.lastName} ${each.email} ${each.phone}`.toLowerCase().includes(words) &&
    (since === null || each.applied >= since) &&
    (jobId === undefined || each.jobId === Number(jobId));
}

function sorted(found: BambooApplication[], { sortBy, sortOrder }: Asked): BambooApplication[] {
  const by = sortBy === 'last_updated' ? 'updated' : 'applied';
  const ascending = found.toSorted((one, other) => one[by].getTime() - other[by].getTime());
  return sortOrder === 'DESC' ? ascending.reverse() : ascending;
}

function employeeRoutes(state: BambooHrState): FakeRoute[] {
  return [
    fakeRoute({
      method: 'GET',
      path: `${API}/employees/changed`,
      kind: 'read',
      right: EMPLOYEES,
      query: BambooHrQuery.changedEmployees,
      handle: ({ query }) => {
        const found = state.employees.filter(({ changed }) => changed >= new Date(query.since));
        const rows = found.map(({ id, changed }) => ({
          id: String(id),
          action: 'Inserted' as const,
          lastChanged: changed.toISOString(),
        }));
        return checkedReply(BambooHrReply.changedEmployees, {
          latest: state.clock.now().toISOString(),
          employees: Object.fromEntries(rows.map((row) => [row.id, row])),
        });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${API}/employees/:id`,
      kind: 'read',
      right: EMPLOYEES,
      query: BambooHrQuery.employee,
      handle: ({ params, query }) => {
        const found = state.employees.find(({ id }) => String(id) === params.id);
        if (found === undefined) throw new FakeRefusal(bambooHrSays.notFound());
        const asked = (query.fields ?? 'firstName,lastName').split(',');
        const fields = asked.flatMap((name) => (name in found.fields ? [[name, found.fields[name]]] : []));
        return checkedReply(BambooHrReply.employee, { id: String(found.id), ...Object.fromEntries(fields) });
      },
    }),
  ];
}

function webhookRoutes(state: BambooHrState): FakeRoute[] {
  const created = '2026-11-01 10:00:00';
  return [
    fakeRoute({
      method: 'GET',
      path: `${API}/webhooks`,
      kind: 'read',
      handle: () =>
        checkedReply(BambooHrReply.webhooks, {
          webhooks: state.webhooks.map(({ id, name, url }) => ({
            id: String(id),
            name,
            created,
            lastSent: null,
            url,
          })),
        }),
    }),
    fakeRoute({
      method: 'POST',
      path: `${API}/webhooks`,
      kind: 'write',
      body: BambooHrBody.webhook,
      handle: ({ body: { name, url, format, events, monitorFields = [] } }) => {
        const id = state.newId();
        const webhook = { id, name, url, format, events, monitorFields, privateKey: `private-key-${id}` };
        state.webhooks.push(webhook);
        return checkedReply(
          BambooHrReply.newWebhook,
          { ...webhook, id: String(id), created, lastSent: null },
          201,
        );
      },
    }),
    fakeRoute({
      method: 'DELETE',
      path: `${API}/webhooks/:id`,
      kind: 'write',
      handle: ({ params }) => {
        const before = state.webhooks.length;
        state.webhooks = state.webhooks.filter(({ id }) => String(id) !== params.id);
        if (state.webhooks.length === before) throw new FakeRefusal(bambooHrSays.notFound());
        return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'Webhook deleted.' };
      },
    }),
  ];
}
