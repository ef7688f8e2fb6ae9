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
  'troy, derek, kyle, sean, shawn, keith, roger, terry, carl, walter, henry, peter, phil, doug, zach, cody, dustin, travis, jesse, victor, cem, tita, ' +
  'cassandra, cassie, leticia, tremaine, quincy, demarco, devontae, shanice, ronnie, ronald, donnie, bobby, billy, jimmy, johnny, tommy, eddie, freddy, bob, ' +
  'rob, steph, matty, kathy, cathy, debbie, peggy, judy, judith, joann, joanne, beverly, norma, marilyn, diana, tracey, stacy, stacey, brandy, brandi, ' +
  'kristen, kristin, kirsten, kristina, natalie, natasha, natalia, sabrina, selena, serena, savannah, sierra, shelby, sydney, sophia, mia, zoe, chloe, ava, isabella, ' +
  'madison, abigail, abby, ella, avery, aubrey, layla, leah, lily, lillian, molly, mackenzie, makayla, gabrielle, gabby, destiny, ebony, imani, kiara, ' +
  'latasha, lakisha, shaniqua, shanika, monique, dominique, angelique, yolanda, wanda, rhonda, felicia, alisha, aaliyah, tasha, tanya, tonya, keyshia, deja, ' +
  'deandre, deshawn, marquis, marquise, trevon, tyrese, tyrell, terrell, terrence, lamar, lamont, jermaine, jerome, reggie, reginald, cedric, curtis, clarence, ' +
  'leroy, maurice, andre, antoine, xavier, isaiah, elijah, noah, liam, ethan, logan, lucas, mason, aiden, caleb, nathan, nathaniel, owen, gavin, connor, ' +
  'evan, ian, adam, alan, allen, albert, arthur, bruce, bryan, bradley, brad, brett, brent, calvin, chad, clint, colin, corey, cory, craig, darren, darryl, ' +
  'don, drew, duane, dwayne, earl, ernest, eugene, floyd, fred, gerald, glenn, gordon, harold, harry, howard, hugh, ivan, jared, jeremy, jim, joel, ' +
  'julian, kurt, lance, leon, leonard, lewis, lloyd, louis, luke, marvin, max, melvin, micah, milton, mitchell, neil, norman, ralph, randy, ross, russell, ' +
  'seth, stan, stanley, stuart, ted, theodore, todd, vernon, vincent, wayne, alejandro, alberto, alfredo, andres, angel, armando, arturo, cesar, eduardo, ' +
  'emilio, enrique, ernesto, esteban, felipe, fernando, gabriel, gerardo, guillermo, gustavo, hernan, ignacio, jaime, joaquin, julio, lorenzo, mateo, ' +
  'mauricio, nicolas, octavio, pablo, ramon, raul, ricardo, roberto, rodrigo, ruben, salvador, santiago, sergio, tomas, vicente, beatriz, esperanza, ' +
  'esmeralda, graciela, josefina, juana, luz, marisol, mercedes, paola, pilar, rocio, silvia, susana, xiomara, yesenia, joao, thiago, ingrid, fatou, ' +
  'amir, hassan, hussein, ibrahim, khalid, mustafa, yusuf, zainab, layth, anjali, deepak, sanjay, sunita, vijay, sandeep, arjun, kavita, hiroshi, yuki, ' +
  'chen, wang, zhang, liu, yang, huang, phuong, huong, tuan, hung, garcia, martinez, rodriguez, hernandez, lopez, gonzalez, perez, sanchez, ramirez, ' +
  'torres, alvarez, gomez, diaz, smith, johnson, williams, jones, brown, davis, miller, wilson, anderson, jackson';

/** Who is spoken to, in any language. */
export const VOCATIVES =
  'mr, mrs, ms, dr, sir, maam, bro, man, guys, dude, sis, boss man, friend, pal, homie, dawg, chief, mister';

/** Places and such, in any language. */
export const STOPS =
  'bus stop, traffic stop, metro stop, train stop, truck stop, rest stop, gas stop, tram stop, subway stop, line stop, work stop, ' +
  'first stop, last stop, next stop, pit stop, each stop, every stop, stop sign, stop light, e stop, quick stop';
