const words = (...rows: string[]): readonly string[] => rows.flatMap((row) => row.split(' '));

/**
 * The lists of Harvest v3 that are asked for here: which parameters each knows, and which fields its rows have. The facts are those of
 * Greenhouse's own reference; `job_interview_stage_id` of applications isn't there and comes all the same.
 */
export const HARVEST_LISTS = {
  candidates: {
    parameters: words('last_activity_at custom_field_option_id private email tag'),
    fields: words(
      'addresses can_email company custom_fields email_addresses first_name last_activity_at last_name',
      'linked_user_ids message phone_numbers preferred_name private social_media_addresses tags',
      'time_zone title website_addresses',
    ),
  },
  applications: {
    parameters: words(
      'candidate_ids job_ids prospective_job_ids job_post_ids source_ids referrer_ids stage_ids status',
      'stage_name custom_field_option_id last_activity_at prospect',
    ),
    fields: words(
      'agency_note_id answers candidate_id coordinator_id custom_fields job_id job_post_id',
      'last_activity_at location_address needs_decision prospect prospective_job_ids recruiter_id',
      'referrer_id rejected_at source_id stage_id stage_name status job_interview_stage_id',
    ),
  },
  jobs: {
    parameters: words(
      'opened_at closed_at requisition_id department_id office_id custom_field_option_id confidential',
      'status',
    ),
    fields: words(
      'closed_at confidential copied_from_id custom_fields department_id is_template name notes',
      'office_ids opened_at requisition_id status',
    ),
  },
  job_interview_stages: {
    parameters: words('job_ids active'),
    fields: words('active job_id name sort_order'),
  },
  job_hiring_managers: {
    parameters: words('user_ids job_ids'),
    fields: words('job_id user_id'),
  },
  interviews: {
    parameters: words(
      'job_ids application_ids job_interview_ids organizer_ids starts_at ends_at all_day_start_on',
      'all_day_end_on external_event_id status',
    ),
    fields: words(
      'all_day_end_on all_day_start_on application_id availability_received_at ends_at',
      'external_event_id job_id job_interview_id location organizer_id scheduled_at starts_at status',
      'video_conferencing_url',
    ),
  },
  interviewers: {
    parameters: words('interview_ids user_ids scorecard_ids response_status'),
    fields: words('email interview_id response_status scorecard_id user_id'),
  },
  notes: {
    parameters: words('candidate_ids user_ids application_ids type visibility'),
    fields: words(
      'application_id body body_with_tags candidate_id email_attachment_file_names email_cc email_from',
      'email_to import_hash subject type user_id visibility',
    ),
  },
  offers: {
    parameters: words(
      'application_ids job_ids candidate_ids opening_ids current_only custom_field_option_id status',
      'resolved_at sent_on starts_on',
    ),
    fields: words(
      'application_id candidate_id custom_fields job_id opening_id resolved_at sent_on starts_on status',
      'version',
    ),
  },
  users: {
    parameters: words(
      'agency_ids office_ids department_ids linked_candidate_ids interviewer_tag_ids employee_ids',
      'custom_field_option_id deactivated primary_email external_office_id external_department_id',
      'show_service_accounts',
    ),
    fields: words(
      'agency_id custom_fields deactivated department_ids emails employee_id first_name',
      'interviewer_tags last_name linked_candidate_ids name office_ids primary_email site_admin',
    ),
  },
  sources: {
    parameters: [],
    fields: words('name type'),
  },
};
export type HarvestList = keyof typeof HARVEST_LISTS;

/** Every list knows these. */
export const COMMON_PARAMETERS = ['per_page', 'ids', 'created_at', 'updated_at', 'fields'] as const;
export const COMMON_FIELDS = ['id', 'created_at', 'updated_at'] as const;
