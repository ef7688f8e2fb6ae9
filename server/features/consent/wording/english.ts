import type { Vocabulary } from './vocabulary.ts';

export const ENGLISH: Vocabulary = {
  connectors: 'and but so because cuz bc then',
  roles: {
    stop: 'stop, stahp, stop right now, if you stopped, cease, desist, knock it off, cut it out, quit it, give it a rest, lay off',
    end: 'quit, end, cancel, discontinue, turn off, shut off, disable, halt, terminate, suspend, pause',
    optOut:
      'unsubscribe, unsubscribed, unsubscribing, unsub, desubscribe, un subscribe, optout, opt out, opt me out, opting out, ' +
      'opt us out, opt myself out, opt this number out, opt my number out, opted out',
    contact:
      'text, texts, texting, txt, message, messages, messaging, sms, contact, contacting, reach out, reaching out, reach, write, ' +
      'writing, hit me up, hitting me up, notify, notifications, alerts, communicate, communication, communications, ' +
      'communicating, correspondence, subscription, outreach, follow up, following up, text messages, text message, job alerts',
    calling: 'calls, calling, emails, emailing, phone calls, voicemails',
    call: 'call, email, phone call, ring',
    pester:
      'bother, bothering, harass, harassing, wasting my time, hitting my line, hitting my phone, hitting up my, spamming, harassing me, bugging, annoy, pester, pestering, blowing up, blow up, ' +
      'solicit, soliciting, solicitations, nagging, disturb, disturbing, stalking, badgering, hounding, messing with',
    spam: 'spam, spammer, spammers, scammer, scammers, junk, harassment, scam, spammy',
    bad: 'illegal, annoying, unwanted, ridiculous, unsolicited, against the law, way too many, too many, too much, out of control, excessive, unacceptable, getting old',
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
      'list, lists, database, databases, system, systems, candidate pool, pool, candidate list, records, files, file, books, radar, mailing list, contacts, distribution, contact list, ' +
      'call list, calling list, text list, texting list, list serve, listserv, marketing',
    remove: 'remove, delete, erase, scrub, purge, strike, exclude, wipe, drop, removing',
    removed: 'removed, taken off, deleted',
    take: 'take, pull, cross, scratch, keep, cut',
    lose: 'lose, loose, forget, trash, shred, throw away, throw out, toss',
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
    know: 'know, heard of, heard, recognize',
    do: 'do, does',
    did: 'did',
    be: 'am, is, are, be, been, being, was, were',
    can: 'can, could, will, would, should, must, may, might, shall, able, allowed, going, trying, try, gotta, tried, supposed',
    to: 'to, for, with, in, on behalf of',
    and: 'and, or',
    why: 'why',
    if: 'if, unless, when, whenever',
    time: 'at, on, before, after, until, till, during, while, between, yet, today, tonight, tomorrow, back, so early, so late, right now, in the morning, early, late',
    who: 'who',
    back: 'back',
    on: 'on',
    mean: 'mean, meant',
    place: 'by, near, working, taking, learning, driving, raining, thinking, sign, signs, stops',
    soft:
      'ugh, smh, ffs, by text, via text, via sms, by phone, through text, please, pls, plz, kindly, just, ok, okay, now, already, immediately, asap, hey, hi, hello, thanks, thank, thx, ty, thank you, sir, maam, ' +
      'really, ever, omg, lol, wtf, damn, fucking, fuckin, god, sorry, yes, yeah, bro, man, dude, bruh, yo, sis, hun, honey, friend, buddy, bud, fam, ' +
      'guys, all right, forever, for good, at all, good morning, right away, actually, literally, seriously, simply, also, ' +
      'too, well, even, the hell, the fuck, tf, dont you dare, dare, time, entirely, completely, altogether, anything, constantly, everything, ' +
      'myself, but, nope, nah, hell, bs, goodbye, bye, best, regards, very, im sorry, for the last time, last time, stupid, automated',
    keep: 'keep, keeps, keep on, keeping',
    consent:
      'consent, permission, authorization, approval, authorize, agree to receive, agreed to receive, agreed to texts, agreed to get, agree to get, agree to be, agree to texts',
    revoke: 'revoke, withdraw, rescind, revoking, withdrawing',
    respond: 'reply, respond, replying, responding, replied, responded, typed',
    use: 'use, uses, using',
    past: 'answered, showed, came, picked',
    rather: 'rather, prefer, comfortable',
    accept: 'accept, allow, permit, accepting',
    whatever:
      'in any jobs, in any job, in anything, in your company, in any of this, in working with you, in your services, in your jobs, in your offers, in these jobs, in any position, in any positions, in any of these, in this, in these',
    likeStop: 'stoop, atop, sop, top, shop, slop, stomp, stopt',
    signed:
      'sign up, apply to, applied to, applied with, apply with, applied for, apply for, apply to be, signed up, subscribe, subscribed, ask for, asked for, ask to be, asked to be, opt in, opted in, authorized, agreed to, agree to, enroll',
    block: 'blocking, block, blocked, blacklisting',
    report: 'report, reporting, reported',
    authority:
      'fcc, ftc, attorney general, bbb, authorities, police, tcpa violation, better business bureau, tcpa, do not call registry, do not call list, dnc list, ' +
      'dnc, no call list, dnc registry, national do not call',
    legal: 'lawyer, attorney, attorneys, legal action, lawsuit, sue, suing, cease and desist',
    tired: 'sick of, tired of, fed up, hate, sick and tired, done with, over',
    enough: 'enough',
    refusal:
      'removal please, request removal, requesting removal, removal from your, apply to any, apply for any, applied for any, applied to any, applied for anything, ' +
      'looking for someone else, looking for somebody else, trying to reach someone else, gtfo, stfu, forget you have my, forget you ever had my, text someone else, ' +
      'delete this contact, remove this contact, end this now, end it now, consent revoked, permission revoked, who gave you permission, ' +
      'file a complaint, filing a complaint, complaint filed, file complaint, see you in court, from my lawyer, from my attorney, violating the law, breaking the law, violating my, ' +
      'respect my privacy, wrong no, wrong contact, this was meant for someone, this message was meant for, this text was meant for, this is meant for, this is for someone else, message is for someone else, ' +
      'does not live here, do not live here, turn these off, turn this off, turn it off, want nothing to do with, want nothing from, want no part, part of stop, part of no, part of not interested, ' +
      'i want out, too many of these, lose interest in me, have the wrong one, got the wrong one, ' +
      'enough already, enough is enough, enough now, enough please, ok enough, thats enough, leave me alone, leave us alone, leave me be, leave me tf alone, leave me the fuck alone, leave me the hell alone, leave my phone alone, ' +
      'go away, fuck off, fuck you, fuck u, f off, f you, f u, piss off, sod off, bug off, buzz off, back off, get lost, shut up, screw you, ' +
      'screw off, beat it, get bent, eff off, go to hell, kick rocks, by that name, not who you think, not the person, not the right person, ' +
      'not who you are looking for, not the person you, not the right number, confused with, confused me with, mixed up with, right person, ' +
      'get out of my phone, get out of my inbox, stay out of my phone, take a hike, bugger off, no longer at this number, not my name, ' +
      'unwanted messages, unwanted texts, invasion of privacy, lose my contact, do me a favor and lose my',
    name: '',
    ordinary:
      'text and drive, texting and driving, text and driving, no call no show, call off, stop me if, to get lost, back off the, stop by, stop in, stop over, bus stop, ' +
      'non stop, get off work, get off at, full stop, pit stop, next stop, contact number, contact person, contact lens, text range, ' +
      'call center, call back, call you back, calls me back, back to back, wrong time, take a message, get back, drop me off at, drop me off where, drop off, dropped off, drop by, ' +
      'do not worry, take care, end of, the end, end date, at the end, in the end, emergency contact, be alone, cancel out, not only, ' +
      'get text at work, spam folder, in spam, to spam, my spam, junk folder, spam filter, spam box, to junk, harassment training, harassment module, ' +
      'anti harassment, lost my, my lawyer reviewed, no more than, do not forget, not forget, never forget, contact lenses, get lost every, get lost on, get lost in, ' +
      'i get lost, get lost easily, in case, text version, by accident, by mistake, accidentally',
  },
  spellings: {
    u: 'you',
    ur: 'your',
    r: 'are',
    y: 'why',
    dont: 'do not',
    donot: 'do not',
    dnt: 'do not',
    don: 'do not',
    doesnt: 'does not',
    didnt: 'did not',
    isnt: 'is not',
    aint: 'is not',
    arent: 'are not',
    wasnt: 'was not',
    werent: 'were not',
    havent: 'have not',
    hasnt: 'has not',
    hadnt: 'had not',
    cant: 'can not',
    cannot: 'can not',
    couldnt: 'could not',
    wont: 'will not',
    wouldnt: 'would not',
    shouldnt: 'should not',
    mustnt: 'must not',
    im: 'i am',
    ive: 'i have',
    ill: 'i will',
    id: 'i would',
    youre: 'you are',
    youve: 'you have',
    youd: 'you would',
    theyre: 'they are',
    thats: 'that is',
    its: 'it is',
    hes: 'he is',
    shes: 'she is',
    whos: 'who is',
    theres: 'there is',
    weve: 'we have',
    wanna: 'want to',
    gonna: 'going to',
    gotta: 'have to',
    gimme: 'get me',
    nomore: 'no more',
    nvr: 'never',
    txting: 'texting',
    txtin: 'texting',
    textin: 'texting',
    txtng: 'texting',
    txtn: 'texting',
    msgng: 'messaging',
    mssg: 'message',
    otu: 'out',
    oppt: 'opt',
    unsubscibe: 'unsubscribe',
    txts: 'texts',
    texted: 'texted',
    txted: 'texted',
    msg: 'message',
    msgs: 'messages',
    msging: 'messaging',
    msgn: 'messaging',
    mesgs: 'messages',
    plse: 'please',
    plss: 'please',
    pleez: 'please',
    plox: 'please',
    hav: 'have',
    wat: 'what',
    abt: 'about',
    tho: 'though',
    thru: 'through',
    b: 'be',
    n: 'and',
    nd: 'and',
    da: 'the',
    dis: 'this',
    dat: 'that',
    dese: 'these',
    rmv: 'remove',
    snd: 'send',
    ppl: 'people',
    bcuz: 'because',
    tryna: 'trying to',
    lemme: 'let me',
    leavemealone: 'leave me alone',
    unsuscribe: 'unsubscribe',
    stp: 'stop',
    stawp: 'stop',
    stoped: 'stopped',
    gettin: 'getting',
    sendin: 'sending',
    callin: 'calling',
    botherin: 'bothering',
    sux: 'sucks',
    fck: 'fuck',
    fuk: 'fuck',
    fk: 'fuck',
    fkn: 'fucking',
    otp: 'opt',
    alot: 'lot',
    rn: 'right now',
    al: 'all',
    lv: 'leave',
    ull: 'you will',
    shld: 'should',
    wud: 'would',
    cud: 'could',
    plis: 'please',
    b4: 'before',
    l8r: 'later',
  },
  ordinary:
    'there where when what which then than them they their with about would could should have will good time work today tomorrow three ' +
    'wasting waste wasted top shop step stow slop stoop sop stomp stops atop strop sto stob swop soap spot post tops steps shops stopped stopping ' +
    'cancels canceled cancelled chancel cancer evoke revoked revokes testing taxing exiting vexing removed removes removal ' +
    'texted textile context test tests next taste tested rest best went sent lent cent spend sand wand bend mend land tend ' +
    'falling rolling pulling killing filling selling telling willing walking talking caller called ' +
    'massage massages contract contracts contacted content contest continue writes wrote waiting whiting rising riding wrist ' +
    'mother brother another other others bother both blocks black clock stock lock back book look rock reports resort reporter sport import support ' +
    'deleted delegate relate delight drops crop prop drop dropped close closed those whose chose rose nose house loss lost losing loses list last late least lists lift ' +
    'started start state stated strike stroke struck strong wrong wring along among young string ' +
    'number numbers member remember summer lumber under wonder person persons reason season prison parson ' +
    'ending sending spending bending lending mending tending seeing setting getting sitting letting betting putting ' +
    'receive received receipt believe relieve deceive perceive please pleased pleasure leave leaves lease least peace place places plane ' +
    'interesting interests internet interview interned want wants wanted wand what whats wait ' +
    'quiet quite quick suit unit exit suite blocked locked clocked permission mission emission permit commission consented content ' +
    'alone alive along aloud cell sell tell well yell cells calls cell sells walls falls halls balls ' +
    'system systems signed sign signs sighed singed design resign assigned record recorded recorder details retails detail retail ' +
    'enough rough tough though through thought phone phones prone shone alerts alert avert expert cause pause paused applause ' +
    'reach teach beach peach each search reaching teaching preaching coaching hitting hiring fitting hating hate hated late date dates data ' +
    'bugging hugging begging begin beginning having saving waving craving driving arriving living leaving giving moving loving ' +
    'company companies harness erase eraser phase phrase crease increase grease ease case false forge forget forgot forest ' +
    'email emails mail mails male snail detail terminal terminate terminated illegally legal regal again against gain main rain train ' +
    'approve approved improve prove remote remodel remedy promote recover refer refers referred ' +
    'halt half salt malt hall halls quit quits quilt guilt built cross across crops wipes pipe wide wife ' +
    'lawyers layer player allow allowed scan scam spam span swam spams scamming spanning ' +
    'annoyed enjoy bothered sue due use used sure true issue tissue report reports',
};
