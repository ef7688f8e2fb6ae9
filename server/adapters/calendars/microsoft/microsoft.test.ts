import { PERSON } from '../fakes/fake-calendar.ts';
import { startFakeMicrosoft } from '../fakes/fake-microsoft.ts';
import { calendarSuite } from '../suite.ts';
import { microsoft } from './microsoft.ts';

calendarSuite({ connector: microsoft, startFake: startFakeMicrosoft, name: PERSON.email });
