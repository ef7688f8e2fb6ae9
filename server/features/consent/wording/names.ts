/** First names that candidates and recruiters have: set aside beside a request, and who somebody is not. */
export const NAMES =
  'lee, james, john, robert, michael, mike, david, dave, william, bill, richard, rick, joseph, joe, thomas, tom, charles, chris, christopher, daniel, dan, ' +
  'matthew, matt, anthony, tony, donald, steven, steve, paul, andrew, andy, kenneth, ken, joshua, josh, kevin, brian, george, edward, ed, ' +
  'ronald, ron, timothy, tim, jason, jeff, jeffrey, ryan, jacob, jake, gary, nick, nicholas, eric, jonathan, jon, stephen, larry, justin, scott, ' +
  'brandon, ben, benjamin, samuel, sam, greg, gregory, frank, alex, alexander, patrick, pat, raymond, ray, jack, dennis, jerry, tyler, aaron, ' +
  'jose, juan, luis, carlos, jorge, pedro, miguel, manuel, antonio, francisco, javier, diego, rafael, oscar, hector, marco, marcus, ' +
  'mary, patricia, jennifer, jen, jenny, linda, elizabeth, liz, barbara, susan, jessica, jess, sarah, sara, karen, lisa, nancy, betty, sandra, ' +
  'margaret, ashley, kimberly, kim, emily, donna, michelle, carol, amanda, melissa, deborah, stephanie, rebecca, becca, laura, helen, sharon, ' +
  'cynthia, kathleen, amy, angela, shirley, anna, ana, brenda, pamela, nicole, emma, samantha, katherine, kate, katie, christine, debra, ' +
  'rachel, carolyn, janet, maria, heather, diane, ruth, julie, olivia, joyce, virginia, victoria, kelly, lauren, christina, joan, evelyn, ' +
  'rosa, carmen, guadalupe, lupe, sofia, isabel, gabriela, veronica, alicia, claudia, monica, adriana, leticia, elena, lucia, daniela, ' +
  'dana, taylor, jordan, morgan, casey, jamie, robin, tiffany, crystal, erica, erika, tamika, keisha, latoya, darnell, tyrone, jamal, malik, ' +
  'mohammed, ahmed, ali, omar, fatima, aisha, priya, raj, wei, ming, li, linh, nguyen, tran, minh, thanh, jayden, jasmine, brittany, megan, ' +
  'hannah, kayla, alexis, courtney, vanessa, denise, tina, tammy, dawn, tracy, cindy, wendy, gina, teresa, theresa, gloria, martha, ' +
  'troy, derek, kyle, sean, shawn, keith, roger, terry, carl, walter, henry, peter, phil, doug, zach, cody, dustin, travis, jesse, victor, cem, tita';

/** Who is spoken to, in any language. */
export const VOCATIVES = 'mr, mrs, ms, dr, sir, maam, bro, man, guys, dude, sis, boss man, friend';
