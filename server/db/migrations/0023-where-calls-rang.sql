-- Where a call rang is somebody's own number, kept only while it rings.
update calls set forwarded_to = null where status <> 'ringing';
