import { sql } from 'kysely';
import { type Noun, noun } from './noun.ts';

/** The company's people, what they text from and what they prepared. */
export const people: Noun[] = [
  noun({
    name: 'people',
    table: 'users',
    key: ['id'],
    columns: [
      'id',
      'first_name',
      'last_name',
      'email',
      'phone_number',
      'timezone',
      'is_service',
      'card_title',
      'avatar_id',
      'created_at',
    ],
  }),
  noun({
    name: 'seats',
    table: 'seats',
    key: ['id'],
    columns: ['id', 'seat_role', 'tags', 'created_at'],
  }),
  noun({
    name: 'numbers',
    table: 'numbers',
    key: ['id'],
    columns: ['id', 'phone_number', 'inbound_seat_id', 'is_landline', 'created_at'],
    made: { inbound_seat_id: sql`coalesce(seat_id, inbound_seat_id)` },
  }),
  noun({
    name: 'templates',
    table: 'templates',
    key: ['id'],
    columns: [
      'id',
      'template_type',
      'owner_id',
      'folder',
      'name',
      'body',
      'sort_order',
      'created_at',
      'updated_at',
    ],
  }),
  noun({
    name: 'views',
    table: 'views',
    key: ['id'],
    columns: ['id', 'owner_id', 'name', 'shared', 'filter', 'assignee', 'tags', 'created_at'],
  }),
  noun({
    name: 'calendarShortcuts',
    table: 'calendar_shortcuts',
    key: ['id'],
    columns: [
      'id',
      'owner_id',
      'name',
      'shortcut',
      'url',
      'enabled',
      'sort_order',
      'earlier_sent',
      'earlier_clicked',
      'created_at',
    ],
  }),
  noun({
    name: 'workingHours',
    table: 'working_hours',
    key: ['user_id'],
    columns: ['user_id', 'days', 'minutes_between', 'earliest_hours', 'updated_at'],
  }),
];
