-- in steps
-- The inbox is read by inbox_listed since 0022.

-- step
drop index concurrently if exists inbox_all;
