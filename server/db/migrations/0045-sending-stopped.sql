-- A payment has been overdue for longer than the days of grace: nothing is sent until it is made, and everything is received.
alter table accounts add sending_stopped_at timestamptz;
