import {
  ArrayExpressionNode,
  type ExpressionNode,
  GenericExpressionNode,
  IdentifierNode,
  LiteralNode,
  UnionExpressionNode,
} from 'kysely-codegen';

/* What columns hold that SQL can't say: words of the contract in a text column, and what is in a jsonb. */

/** Where a type is imported from, as server/db/schema.ts sees it. */
export const imports: Record<string, string> = {};

function from(file: string, name: string): ExpressionNode {
  imports[name] = `../../contract/${file}.ts`;
  return new IdentifierNode(name);
}
const words = (...them: string[]) => new UnionExpressionNode(them.map((word) => new LiteralNode(word)));
const generated = (type: ExpressionNode) => new GenericExpressionNode('Generated', [type]);
/** Read as it is, written as text. */
const json = (type: ExpressionNode) =>
  new GenericExpressionNode('ColumnType', [type, new IdentifierNode('string'), new IdentifierNode('string')]);
const recordOf = (type: string) => new IdentifierNode(`Record<string, ${type}>`);

const atsType = from('ats', 'AtsType');
const calendarProvider = from('calendar-connections', 'CalendarProvider');
const callOutcome = from('calls', 'CallOutcome');
const optOutSource = words('keyword', 'reviewed', 'carrier', 'import');
const notesMode = from('ats', 'NotesMode');
const linkStatus = from('seats', 'LinkStatus');
const registrationState = from('registration', 'RegistrationState');
const userType = from('seats', 'UserType');

/** Whether a column can be null is asked of the database; a default is not, where the type is given here. */
export const columnTypes: Record<string, ExpressionNode> = {
  'accounts.ai_mode': from('drafts', 'DraftMode'),
  'accounts.features_enabled': generated(new ArrayExpressionNode(from('features', 'Feature'))),
  'accounts.plan_type': from('accounts', 'PlanType'),
  'accounts.type': from('accounts', 'AccountType'),
  'ats_applications.status': words('active', 'hired', 'rejected'),
  'ats_applications.ats_type': atsType,
  'ats_connections.ats_type': atsType,
  'ats_departures.ats_type': atsType,
  'ats_departures.connected_by': words('key', 'oauth'),
  'ats_jobs.ats_type': atsType,
  'ats_new_hires.ats_type': atsType,
  'ats_notes.ats_type': atsType,
  'ats_oauth_states.ats_type': atsType,
  'ats_pairs.ats_type': atsType,
  'ats_people.ats_type': atsType,
  'ats_phones.ats_type': atsType,
  'ats_stages.ats_type': atsType,
  'ats_connections.connected_by': words('key', 'oauth'),
  'ats_connections.error_code': from('ats', 'AtsErrorCode'),
  'ats_connections.hiring_manager_notes_mode': notesMode,
  'ats_connections.notes_mode': notesMode,
  'ats_connections.sync_checkpoint': json(recordOf('unknown')),
  'ats_connections.sync_state': words('running', 'idle', 'failed'),
  'ats_connections.webhook_state': words('automatic', 'manual', 'none'),
  'ats_jobs.status': words('draft', 'open', 'closed'),
  'ats_notes.state': words('waiting', 'claimed', 'written', 'unknown', 'refused', 'off'),
  'ats_pairs.decision': words('same', 'different'),
  'ats_pairs.reason': words('samePhoneOtherName', 'sameEmailOtherPhone'),
  'ats_stages.kind': from('ats', 'JobStageKind'),
  'job_stages.kind': from('ats', 'JobStageKind'),
  'jobs.status': from('jobs', 'JobStatus'),
  'interviews.ats_type': atsType,
  'interviews.status': words('scheduled', 'confirmed', 'canceled', 'declined'),
  'audit_events.action': from('audit', 'AuditAction'),
  'audit_events.details': generated(json(recordOf('string | number | boolean | null'))),
  'broadcasts.status': from('broadcasts', 'BroadcastStatus'),
  'broadcast_recipients.outcome': from('broadcasts', 'RecipientOutcome'),
  'accounts.broadcast_consent': generated(words('express', 'any')),
  'automations.timing': from('automations', 'Timing'),
  'automations.type': from('automations', 'AutomationType'),
  'awaited_answers.kind': words('interview', 'times', 'onboarding', 'stage', 'keyword'),
  'keyword_questions.field': from('keywords', 'KeywordField'),
  'onboardings.ats_type': atsType,
  'time_offers.withdrawn_because': words('optedOut'),
  'interview_invitations.told': json(recordOf('unknown')),
  'time_offers.status': from('time-offers', 'TimeOfferStatus'),
  'working_hours.days': json(new ArrayExpressionNode(from('time-offers', 'WorkingDay'))),
  'onboardings.status': from('onboardings', 'OnboardingStatus'),
  'planned_texts.reason_details': json(recordOf('unknown')),
  'planned_texts.status': from('automations', 'PlannedStatus'),
  'read_answers.answer': words('confirmed', 'rescheduleRequested'),
  'billing_customers.card': json(from('payments', 'Card')),
  'billing_differences.kind': from('staff/billing', 'BillingDifferenceKind'),
  'billing_invoices.status': from('payments', 'InvoiceStatus'),
  'calendar_connections.provider': calendarProvider,
  'calendar_connections.state': words('active', 'refused'),
  'calendar_oauth_states.provider': calendarProvider,
  'bulk_changes.action': from('conversations', 'BulkAction'),
  'bulk_changes.before': json(new GenericExpressionNode('Array', [recordOf('unknown')])),
  'calls.status': new UnionExpressionNode([new LiteralNode('ringing'), callOutcome]),
  'candidates.external_ids': json(recordOf('string')),
  'carrier_events.asks': words('optOut', 'hold'),
  'conversation_activity.type': from('conversation-activity', 'ActivityType'),
  'conversations.hold_kind': generated(from('conversations', 'HoldKind')),
  'conversations.returned_reason': from('conversations', 'ReturnReason'),
  'hold_reviews.kind': generated(from('conversations', 'HoldKind')),
  'undoable_opt_outs.kind': from('conversations', 'HoldKind'),
  'accounts.texting_hours': json(new ArrayExpressionNode(from('texting-hours', 'TextingHours'))),
  'consent_events.change': words('granted', 'confirmed', 'optedOut', 'optedIn', 'held', 'released'),
  'consent_events.source': words('import', 'keyword', 'form', 'ats', 'text', 'person', 'reviewed', 'carrier'),
  'drafts.source': from('drafts', 'DraftSource'),
  'drafts.tone': from('drafts', 'DraftTone'),
  'invitations.user_type': userType,
  'kept_opt_outs.source': optOutSource,
  'imported_numbers.after': json(recordOf('unknown')),
  'imported_numbers.before': json(recordOf('unknown')),
  'imports.consent': json(from('consents', 'GivenConsent')),
  'imports.kind': from('imports', 'ImportKind'),
  'imports.layout': json(recordOf('unknown')),
  'imports.mapping': json(from('imports', 'ImportMapping')),
  'imports.status': from('imports', 'ImportStatus'),
  'landline_orders.owner': json(from('landlines', 'LandlineOwner')),
  'landline_orders.rejection': from('landlines', 'LandlineRejection'),
  'landline_orders.state': from('landlines', 'LandlineState'),
  'proposals.status': words('waiting', 'approved', 'declined', 'withdrawn'),
  'live_events.kind': words(
    'message.created',
    'message.updated',
    'conversation.updated',
    'notes.updated',
    'proposals.updated',
    'keptDraft.updated',
    'conversation.left',
    'notification',
    'seat.updated',
  ),
  'api_keys.mode': words('live', 'test'),
  'api_keys.scopes': new ArrayExpressionNode(from('scopes', 'Scope')),
  'media.status': words('pending', 'stored', 'refused'),
  'messages.call_outcome': callOutcome,
  'messages.direction': from('messages', 'MessageDirection'),
  'messages.error_code': from('delivery-error', 'DeliveryErrorCode'),
  'messages.held_reason': from('sendability-reason', 'SendabilityReason'),
  'messages.status': from('messages', 'MessageStatus'),
  'notifications.type': from('notifications', 'NotificationType'),
  'numbers.link_status': linkStatus,
  'numbers.rejection': from('numbers', 'NumberRejection'),
  'opt_outs.source': optOutSource,
  'registration_changes.state': registrationState,
  'registrations.draft': json(from('registration', 'RegistrationDraft')),
  'registrations.findings': generated(
    json(new ArrayExpressionNode(from('registration', 'RegistrationFinding'))),
  ),
  'registrations.rejected_stage': from('registration', 'RegistrationStage'),
  'registrations.state': registrationState,
  'seat_numbers.link_status': linkStatus,
  'seats.seat_role': from('seats', 'SeatRole'),
  'seats.seat_type': from('seats', 'SeatType'),
  'seats.status': from('seats', 'SeatStatus'),
  'single_sign_on.protocol': from('sso', 'Protocol'),
  'subscriptions.billing': words('card', 'invoicing'),
  'subscriptions.status': words('active', 'pastDue', 'canceled'),
  'text_sums.grain': words('quarter', 'day', 'month'),
  'text_sums.kind': words('everyone', 'person', 'number', 'template', 'automation', 'error', 'minutes'),
  'webhook_deliveries.status': generated(words('waiting', 'delivered', 'failed')),
  'webhook_endpoints.disabled_reason': words('gone', 'failing', 'person'),
  'webhook_endpoints.status': generated(words('active', 'disabled')),
  'usage_entries.kind': words('purchase', 'reserve', 'settle', 'release', 'count'),
  'templates.template_type': from('templates', 'TemplateType'),
  'views.filter': from('conversations', 'ConversationFilter'),
  'users.call_forwarding_hours': generated(from('calls', 'CallForwardingHours')),
  'users.user_type': userType,
};
