alter table simulator.network rename column behaviour to behavior;
