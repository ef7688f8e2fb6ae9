import { ENGLISH_ORDINARY, ENGLISH_SPELLINGS } from './english-spelling.ts';
import type { Vocabulary } from './vocabulary.ts';

/** "Every damn day". */
const EVERY = [
  '',
  'single ',
  'damn ',
  'goddamn ',
  'freaking ',
  'frickin ',
  'fucking ',
  'other ',
  'single damn ',
  'single fucking ',
]
  .flatMap((kind) =>
    ['day', 'week', 'hour', 'minute', 'morning', 'night'].map((time) => `every ${kind}${time}`),
  )
  .join(', ');

export const ENGLISH: Vocabulary = {
  connectors: 'and but so because cuz bc then',
  roles: {
    stop: 'stop, shut up, stahp, stop right now, if you stopped, cease, desist, knock it off, cut it out, quit it, give it a rest, lay off',
    end: 'kill, quit, end, cancel, discontinue, turn off, shut off, disable, halt, terminate, suspend, pause',
    optOut:
      'unenroll, disenroll, deregister, unregister, deenroll, unlist, unjoin, unsubscribe, unsubscribed, unsubscribing, unsub, desubscribe, un subscribe, optout, opt out, opt me out, opting out, ' +
      'opt us out, opt myself out, opt this number out, opt my number out, opted out',
    contact:
      'notifying, inform, informing, job offers, job postings, job posts, job leads, job ads, reminders, blasts, ads, pings, pinging, ping, text, texts, texting, txt, message, messages, messaging, sms, contact, contacting, reach out, reaching out, reach, write, ' +
      'writing, hit me up, hitting me up, notify, notifications, alerts, communicate, communication, communications, ' +
      'communicating, correspondence, subscription, outreach, follow up, following up, text messages, text message, job alerts',
    calling: 'calls, calling, emails, emailing, phone calls, voicemails',
    call: 'call, email, phone call, ring',
    pester:
      'waste my time, waste your time, wasting your time, wasting everyones time, blowing me up, pestering, spam me, tormenting, bombarding, bother, bothering, harass, harassing, wasting my time, hitting my line, hitting my phone, hitting up my, spamming, bugging, annoy, pester, pestering, blowing up, blow up, ' +
      'solicit, soliciting, solicitations, nagging, disturb, disturbing, stalking, badgering, hounding, messing with',
    spam: 'spam risk, spam likely, scam likely, potential spam, spam, spammer, spammers, scammer, scammers, junk, harassment, scam, spammy',
    bad: 'unlawful, illegal, annoying, unwanted, ridiculous, unsolicited, against the law, way too many, too many, too much, out of control, excessive, unacceptable, getting old',
    send: 'send, sending',
    contacted: 'contacted, texted, messaged, bothered, spammed, harassed, solicited, notified, harrassed',
    get: 'get, getting, receive, receiving, recieve, recieving, hear, hearing',
    want: 'want, wish, care, wanting, like, need, asking for, looking',
    interested: 'interested, intrested, interest',
    not: 'not, never, no longer, refrain, avoid, without, neither',
    'say not': 'appreciate it if you did not, appreciate if you did not',
    'rather not': 'wish not',
    no: 'no, zero',
    again: 'more, again, anymore, any more, further, ever again, any longer, else',
    me: 'me, us, here',
    my: 'my, our',
    your: 'your, ya',
    number:
      'number, num, phone, cell, name, info, information, data, details, digits, contact info, contact information, line, ' +
      'cell phone, phone number, cell number',
    this: 'this, these, those, that, such',
    det: 'the, a, an, any, all, every, some, both',
    of: 'of, about',
    list:
      'rotation, circulation, campaign, campaigns, list, lists, database, databases, system, systems, candidate pool, pool, candidate list, records, files, file, books, radar, mailing list, contacts, distribution, contact list, ' +
      'call list, calling list, text list, texting list, list serve, listserv, marketing',
    remove: 'remove, delete, erase, scrub, purge, strike, exclude, wipe, drop, removing',
    removed: 'unsubscribed from, removed, taken off, deleted',
    take: 'take, pull, cross, scratch, keep, cut',
    lose: 'get rid of, lose, loose, forget, trash, shred, throw away, throw out, toss',
    off: 'off, off of, out of, from, out',
    job:
      'interview, interviews, shift, shifts, schedule, application, applications, resume, cv, cover letter, letter, appointment, meeting, ' +
      'position, role, offer, plan, insurance, overtime, pto, job, jobs, form, forms, page, photo, picture, pic, posting, calendar, benefits, ' +
      'availability, orientation, class, waitlist, wait list, on call list, background check, credit check, drug test, drug screen, check, ' +
      'monday, tuesday, wednesday, thursday, friday, saturday, sunday, nights, days, weekends, profile, message history, paperwork, ' +
      'work, smoking, school, nursing, experience, hours, direct deposit, 401k, newsletter, indeed, linkedin, training, middle, acceptance, ' +
      'old, previous, test, raise, quote, account, last, first, photos, bus, train, address, link, quotes, locker, parking',
    them: 'him, her, them, references, reference, employer, boss, manager, supervisor, coworker, coworkers, friends, candidates, people',
    person: 'person, guy, girl, lady, man, woman, recipient, individual, gal, dude number',
    wrong: 'wrong, mistaken, incorrect',
    gave: 'gave, put, entered, typed, wrote, listed, sent, called, dialed, dialled, provided, used, hit',
    have: 'have, has, had, having, got',
    say: 'say, said, told, tell, ask, asked, asking, begging, beg, request, requesting, demand, saying, requested',
    you: 'you, yall, you guys, you people, youse, you all, your company, people like you',
    i: 'i, we',
    they: 'he, she, they, it, who, anyone, everyone, someone, the recruiters',
    nobody: 'nobody, no one, noone, nobody here, no body',
    know: 'know any, know, know, heard of, heard, recognize',
    do: 'do, does',
    did: 'did',
    be: 'am, is, are, be, been, being, was, were',
    can: 'can, could, will, would, should, must, may, might, shall, able, allowed, going, trying, try, gotta, tried, supposed',
    to: 'to, for, with, in, on behalf of',
    and: 'and, or',
    why: 'why, how come',
    if: 'if, unless, when, whenever',
    time: 'at, on, before, after, until, till, during, while, between, yet, today, tonight, tomorrow, back, so early, so late, right now, in the morning, early, late',
    who: 'who',
    back: 'back',
    on: 'on',
    mean: 'mean, meant',
    place: 'by, near, working, taking, learning, driving, raining, thinking, sign, signs, stops',
    soft:
      'haha, at this point, very much, for the love of god, for gods sake, pretty please, twice, two times, 2 times, three times, 3 times, four times, 4 times, five times, 5 times, 6 times, 10 times, multiple times, several times, many times, so many times, a million times, repeatedly, politely, definitely, absolutely, totally, still, honestly, truly, frankly, certainly, needed, necessary, feel free to, fr, frfr, istg, next time, nicely, respectfully, nonstop, ugh, smh, ffs, by text, via text, via sms, by phone, through text, please, pls, plz, kindly, just, ok, okay, now, already, immediately, asap, hey, hi, hello, thanks, thank, thx, ty, thank you, sir, maam, ' +
      'really, ever, omg, lol, wtf, damn, fucking, fuckin, god, sorry, yes, yeah, bro, man, dude, bruh, yo, sis, hun, honey, friend, buddy, bud, fam, ' +
      'guys, all right, forever, for good, at all, good morning, right away, actually, literally, seriously, simply, also, ' +
      'too, well, even, the hell, the fuck, tf, dont you dare, dare, time, entirely, completely, altogether, anything, constantly, everything, ' +
      'myself, but, nope, nah, hell, bs, goodbye, bye, best, regards, very, im sorry, for the last time, last time, stupid, automated',
    keep: 'keep, keeps, keep on, keeping',
    consent:
      'consent, permission, authorization, approval, authorize, agree to receive, agreed to receive, agreed to texts, agreed to get, agree to get, agree to be, agree to texts',
    revoke: 'take back, taking back, pull back, revoke, withdraw, rescind, revoking, withdrawing',
    respond: 'reply, respond, replying, responding, replied, responded, typed',
    use: 'use, uses, using',
    past: 'answered, showed, came, picked',
    rather: 'rather, prefer, comfortable',
    accept: 'accept, allow, permit, accepting',
    whatever:
      'in what you, in what yall, in whatever you, in whatever this is, in whatever yall, in a job, in jobs, in new jobs, in any new jobs, in a new job, in working for you, in working for yall, in hearing from you, in hearing more, in being contacted, in your job, in your company, in any offers, in offers, in any opportunities, in opportunities, in any opportunity, in work, in any work, in any, in any jobs, in any job, in anything, in your company, in any of this, in working with you, in your services, in your jobs, in your offers, in these jobs, in any position, in any positions, in any of these, in this, in these',
    likeStop: 'stoop, atop, sop, top, shop, slop, stomp, stopt',
    signed:
      'signing up, signing up for, subscribing, opting in, applying, registering, consented, registered for, register for, enrolled, join, joined, sign up, apply to, applied to, applied with, apply with, applied for, apply for, apply to be, signed up, subscribe, subscribed, ask for, asked for, ask to be, asked to be, opt in, opted in, authorized, agreed to, agree to, enroll',
    block: 'blocking, block, blocked, blacklisting',
    report:
      'marking as, marked as, marked this as, marking this as, flagged as, flagging as, flagging this as, flagged this as, mark as, mark this as, report, reporting, reported',
    authority:
      'do not contact list, do not text list, do not contact registry, as do not contact, as do not text, as do not call, cops, fcc, ftc, attorney general, bbb, authorities, police, tcpa violation, better business bureau, tcpa, do not call registry, do not call list, dnc list, ' +
      'dnc, no call list, dnc registry, national do not call',
    legal: 'lawyer, attorney, attorneys, legal action, lawsuit, sue, suing',
    tired: 'sick of, tired of, fed up, hate, sick and tired, done with, over',
    enough: 'enough',
    refusal:
      'understand about stop, understand about no, understand stop, understand the word, 7726, that is a violation, this is a violation, invading my privacy, invasion of my privacy, violate my privacy, my privacy rights, let me alone, let us alone, get off my phone, get off my line, get out my phone, get out my inbox, out of my inbox, out of my phone, give it up, give up already, get the message, get the hint, got better things to do, wasting both our time, do i look like i, none of your business, mind your business, mind your own business, nobody cares, mistaken me for, mistake me for, me mixed up, me confused, mixed me up, confused me for, taking you to court, take you to court, small claims court, nobody asked you, nobody asked for this, nobody asked for these, no one asked for this, no one asked you, bad number, bad num, wrong digits, mistaken identity, not the one you, not who you want, not who you need, not who your, not the guy you, not the woman you, not the man you, not the candidate you, get a life, no means no, take the hint, take a hint, had it with you, had it with these, had it with this, had enough of this, had enough of these, had enough of you, had enough of your, who said you could, who told you you could, who authorized you, who told you to text, no such person, forget i exist, forget about me, forget me, nobody by that, stop is stop, stop means stop, without my permission, without my consent, without permission to text, have better things to do than, do not know how you got, no idea how you got, ended up on your list, unwanted communication, against my will, cold texting, cold texts, removal please, request removal, requesting removal, removal from your, apply to any, apply for any, applied for any, applied to any, applied for anything, ' +
      'looking for someone else, looking for somebody else, trying to reach someone else, gtfo, stfu, forget you have my, forget you ever had my, text someone else, ' +
      'delete this contact, remove this contact, end this now, end it now, consent revoked, permission revoked, who gave you permission, ' +
      'see you in court, from my lawyer, from my attorney, violating the law, breaking the law, violating my, ' +
      'respect my privacy, wrong no, wrong contact, this was meant for someone, this message was meant for, this text was meant for, this is meant for, this is for someone else, message is for someone else, ' +
      'does not live here, do not live here, turn these off, turn this off, turn it off, want nothing to do with, want nothing from, want no part, part of stop, part of no, part of not interested, ' +
      'i want out, too many of these, lose interest in me, have the wrong one, got the wrong one, ' +
      'enough already, enough is enough, enough now, enough please, ok enough, thats enough, leave me alone, leave us alone, leave me be, leave me tf alone, leave me the fuck alone, leave me the hell alone, leave my phone alone, ' +
      'go away, fuck off, fuck you, fuck u, f off, f you, f u, piss off, sod off, bug off, buzz off, back off, get lost, screw you, ' +
      'screw off, beat it, get bent, eff off, go to hell, kick rocks, by that name, not who you think, not the person, not the right person, ' +
      'not who you are looking for, not the person you, not the right number, confused with, confused me with, mixed up with, ' +
      'get out of my phone, get out of my inbox, stay out of my phone, take a hike, bugger off, no longer at this number, not my name, ' +
      'unwanted messages, unwanted texts, invasion of privacy, lose my contact, do me a favor and lose my',
    'not interested': 'uninterested, disinterested',
    name: '',
    ordinary:
      'do not disturb was, do not disturb mode, on do not disturb, do not disturb on, close to, text and drive, texting and driving, text and driving, stop the presses, stop and shop, stop and go, block and brick, no call no show, call off, stop me if, to get lost, back off the, stop by, stop in, stop over, ' +
      'non stop, get off work, get off at, full stop, pit stop, next stop, contact number, contact person, contact lens, text range, ' +
      'call center, call back, call you back, calls me back, back to back, wrong time, take a message, get back, drop me off at, drop me off where, drop off, dropped off, drop by, ' +
      'do not worry, take care, end of, the end, end date, at the end, in the end, emergency contact, be alone, cancel out, not only, ' +
      'get text at work, spam folder, in spam, to spam, my spam, junk folder, spam filter, spam box, to junk, harassment training, harassment module, ' +
      'anti harassment, lost my, my lawyer reviewed, no more than, do not forget, not forget, never forget, contact lenses, get lost every, get lost on, get lost in, ' +
      'i get lost, get lost easily, in case, text version, by accident, by mistake, accidentally',
  },
  kinds: {
    lostInterest: 'lost interest, lost all interest',
    different: 'else, closer, nearer, better, different, other, others',
    someone: 'someone, somebody, anyone, anybody',
    found: 'found, took, accepted, started, chose, signed',
    inMind: 'posted, updated, in mind, future',
    seeking: 'looking, searching, hoping, seeking',
    maybe: 'maybe, might, perhaps',
    trouble: 'bother',
    oops: 'ignore that, ignore my last, disregard my, disregard that, meant for my, was for my, meant to text my, meant that for my, wrong chat, wrong thread',
    keen: 'open, sounds, keen, tell me more, would love, curious',
    was: 'was, were',
    here: 'here',
    answer: 'answer, answering, enter, entering, press, type, typing, put',
    says: 'says, saying',
    source:
      'indeed, linkedin, facebook, craigslist, ziprecruiter, glassdoor, monster, catho, jobstreet, instagram, website, friend',
    understand: 'understand, get, comprehend',
    times: 'twice, two times, 2 times, three times, 3 times, 4 times, 5 times, many times, so many times',
    whichever: 'whatever, any, all',
    kidding: 'kidding, just kidding, jk',
    texting: 'text, texts, texting, message, messages, messaging, sms, text message, text messages',
    textVerb: 'text, message',
    textMe: 'shoot me a text, send me a text, drop me a text, hit me with a text',
    textBest: 'works, instead, best, preferred, better, fine, please, or email, ok, easier',
    callVerb: 'call, ring',
    callMe: 'give me a call, give me a ring',
    passing:
      'drive, driving, working, meeting, class, right now, today, tonight, busy, much, signal, shift, work',
    forGood: 'again, anymore, any more, ever again, any longer, ever, never',
    thanks: 'thanks, thank you, thank, thx, ty',
    wonder: 'what happens, what would happen, why, if, unless',
    meaning: 'mean, means, what is, what does, whats with, what is with, what for',
    onceMore: 'again',
    joy: 'amazing, awesome, sweet, too kind, so kind, so nice, so funny, the best, incredible, love it, love this, love that, hilarious, blushing, adorable, cute, good news, great news, you got me, blush, making me blush, making me laugh, making me smile, making me cry',
    haha: 'haha, lol, lool, lmao',
    polite: 'please, pls, plz, kindly',
    removeIt: '',
    whoGave: '',
    friend: 'friend, coworker, buddy, neighbor, aunt, uncle, niece, nephew, agency, referral',
    wasIt: 'was it, is it from, did my',
    intense:
      'just, literally, so, really, super, very, hella, too, beyond, extremely, freaking, fucking, damn, mad',
    upsetting: 'annoying, irritating, aggravating, obnoxious, intrusive, invasive, disrespectful',
    quit: 'quit',
    letMe: 'let me, letting me, let us, letting us, allow me to, able to',
    title: 'mr, mrs, ms, dr, miss',
    named: 'named, called, by the name of',
    since: 'since, for years, for over a decade',
    years: 'years, yrs, year, months, decade, decades',
    noLonger: 'no longer',
    valid: 'valid, good, correct, right, current, working, active',
    down: 'down',
    hear: 'hear, hearing',
    openings:
      'job, jobs, position, positions, opening, openings, role, roles, offer, offers, opportunity, opportunities, vacancies, work, gigs, postings, job offers, job postings, job ads, job alerts',
    mail: 'email, emails, emailing',
    insteadOf: 'instead of, rather than, over, in place of, not',
    recording: 'recording, taping, monitoring, sharing, transcribing, muting, holding, dropping',
    playing: 'playing, playing around, messing around, popping up',
    near: 'this, these',
    slow: 'chill, relax, ease up, slow down, easy, lighten up, calm down, tone it down, less, fewer, cool it, take it easy, enough of, dial back, cut back, cut down',
    service:
      'service, subscription, conversation, program, thread, chat, campaign, enrollment, messaging, membership',
    confirm: 'confirm, verify, make sure, honor, process, supposed to, ensure, thought',
    recall: 'recall, remember',
    turn: 'turn, shut, switch, take, keep',
    noNeedFor: 'no need for, no reason for, no use for',
    needed: 'needed, wanted, necessary, welcome, appreciated, required',
    only: 'only, just, literally, like',
    minor: 'minor, child, kid, teenager, middle schooler, fifth grader, student in middle school',
    usedTo: 'used to be, used to belong, was my, was his, was her',
    thanksFor: 'grateful, great, nice, best, lovely, wonderful, thankful, better',
    goodOn:
      'good on, all set on, good without, fine without, all set with, okay without, pass on, no thanks on, not a fan of, sick of, not into, have no use for, no use for',
    at: 'at',
    their: 'his, her, he, she, him, them',
    lastText:
      'last text, last message, final text, final message, last time you text, last time you message, last time you contact, last one of these',
    consider: 'consider this my, consider this a, take this as, this is a formal, this is my formal',
    revoked: 'revoked, withdrawn, rescinded',
    rather: 'appreciate',
    reported: 'reported',
    one: 'one, ones',
    waste: 'wasting your time, wasting my time, wasting everyones time',
    lastTime: 'for the last time, last warning, final warning, final notice',
    appliedFor: 'apply for, applied for, apply to, applied to, registered for, register for',
    noNeed: 'no need to, no need for you to, no reason to, no reason for you to, not need to, no point in',
    make: 'make, makes',
    otherPerson:
      'text somebody else, text other people, contact someone else, contact somebody else, contact other people, bother someone else, bother somebody else, bother other people, message someone else, message somebody else, message other people, harass someone else, harass somebody else, harass other people, spam someone else, spam somebody else, spam other people, annoy someone else, annoy somebody else, annoy other people, try someone else, try somebody else, call someone else, call somebody else, find someone else, find somebody else, pester someone else, pester somebody else, pester other people',
    never: 'never',
    applied:
      'applied, apply, applied anywhere, apply anywhere, fill out an application, fill out any application, fill out any applications, fill out applications, fill out a application, fill out any forms, filled out an application, filled out any application, filled out any applications, filled out applications, filled out a application, filled out any forms, submit an application, submit any application, submit any applications, submit applications, submit a application, submit any forms, submitted an application, submitted any application, submitted any applications, submitted applications, submitted a application, submitted any forms, put in an application, put in any application, put in any applications, put in applications, put in a application, put in any forms, sent an application, sent any application, sent any applications, sent applications, sent a application, sent any forms, send in an application, send in any application, send in any applications, send in applications, send in a application, send in any forms, sent in an application, sent in any application, sent in any applications, sent in applications, sent in a application, sent in any forms, completed an application, completed any application, completed any applications, completed applications, completed a application, completed any forms',
    a: 'a, an, any, anything, another',
    belongs: 'belongs to, belong to, is owned by, assigned to, goes to',
    reassigned: 'reassigned, recycled',
    changed: 'changed, switched, got, gotten, has, gave up',
    phone: 'number, phone, cell, cell phone, phone number, line, num',
    his: 'his, her, their, hers',
    heShe: 'he, she',
    died: 'died, passed away, passed, dead, deceased, has passed, no longer with us, no longer alive',
    kin: 'wife, husband, mom, mother, dad, father, son, daughter, ex, girlfriend, boyfriend, roommate, ex husband, ex wife, grandma, grandmother, widow, mama, parent, landlord, brother, sister, cousin',
    otherKind:
      'pharmacy, nursing home, front desk, hotel, clinic, salon, bank, library, courthouse, police department, fire station, mosque, temple, synagogue, private phone, private cell, senior center, grandmother, funeral home, vet clinic, office, shop, store, fax, fax line, fax machine, landline, land line, business line, company phone, business phone, company line, office line, private number, private line, church, daycare, law office, law firm, restaurant, pizza shop, dental office, doctors office, school, hospital, business, household, residence, child, childs, kid, kids, minor, minors, year old, year olds, yr old, yr olds, years old, residential',
    childAge: '8, 9, 10, 11, 12, 13, 14, 15, nine, ten, eleven, twelve, thirteen, fourteen',
    yearsOld: 'years old, yrs old, yo, year old, yr old',
    self: 'me',
    thing:
      'problem, problems, issue, issues, complaint, complaints, worries, question, questions, rush, pressure, parking, rain, snow, traffic, service, signal, wifi, luck, response, sign, way, idea, doubt, changes, change, access, elevator, bus, stress, shame, judgment, drama, one is, place, need',
    account: 'account, profile, file, record, membership, registration',
    close: 'close, deactivate, delete, cancel, remove, terminate, disable, erase',
    add: 'add, put, mark, place, list',
    still: 'still',
    tooOften: `${EVERY}, daily, every day, every single day, every hour, constantly, nonstop, non stop, all day, all day long, all the time, 24 7, too much, way too much, everyday, every week, every single week, every few hours, multiple times a day, a day, per day, at all hours, every morning, every night, too often, too many times, so much, so often`,
    sickOf: 'sick of, tired of, fed up, fed up with, sick and tired of, so over, weary of, done with, over',
    hadEnough: 'had enough',
    annoying:
      'annoying, pathetic, ridiculous, relentless, a nuisance, a pest, creepy, disgusting, rude, a joke, the worst, unprofessional, scammers, scammer, a scammer, a scam, harassers, spammers, stalkers, idiots',
    unwanted: 'unwanted, unwelcome, not welcome, not wanted, not appreciated, unsolicited',
    alone: 'alone, in peace',
    leave: 'leave',
    letBe: 'let me be, let us be, let it go',
    howMany: 'how many times',
    push: 'asking, offering, trying, recruiting, pitching, selling, pushing, advertising, begging, soliciting, marketing, promoting, inviting, checking',
    another: 'another, one more, a single, 1 more, single',
    owe: 'owe me, owe us',
    perText:
      'per text, per message, per msg, per violation, for each text, for every text, for every message',
    law: 'law, federal law, tcpa, under tcpa, court, fine, penalty, small claims',
    complaint:
      'file a complaint, filing a complaint, complaint filed, file complaint, filed a complaint, filing complaint, making a complaint, make a complaint, submit a complaint, submitting a complaint, lodge a complaint, complaint has been filed',
    violate: 'violate, violates, violating, violation of, violated, in violation of, breaking, against',
    thought: 'thinks, thought, assumed, figured, worried, think, thinking',
    harassed:
      'being harassed, feel harassed, feeling harassed, getting harassed, being spammed, getting spammed, being bothered, being stalked',
    accident: 'accidentally, by accident, by mistake, mistakenly, on accident',
    noOne: 'nobody, no one, noone, no body',
    lives: 'lives, live, works, work, named, called, by the name, with that name, with this name',
    works: 'work, working, worked',
  },
  spellings: ENGLISH_SPELLINGS,
  ordinary: ENGLISH_ORDINARY,
};
