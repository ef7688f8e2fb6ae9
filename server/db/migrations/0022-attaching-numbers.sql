-- What the carrier said when it did not take a number into the campaign.
alter table numbers add column registration_refusal text;
-- Texts from it were blocked although it is attached: it takes the carriers a while, and until then it waits.
alter table numbers add column attach_after timestamptz;
