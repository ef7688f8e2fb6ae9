import type { Vocabulary } from './vocabulary.ts';

/** Without apostrophes `m'écrivez` is one word. */
function withMe(words: string): string {
  return words
    .split(' ')
    .flatMap((word) => [word, `m${word}`])
    .join(', ');
}

/** "Le bus s'est arrêté": the past, which is told. */
const STOPPED = [
  'sest',
  'suis',
  'est',
  'sont',
  'etait',
  'a',
  'ai',
  'jai',
  'as',
  'ont',
  'avons',
  'avait',
  'mes',
]
  .flatMap((past) => ['arrete', 'arretee', 'arretes', 'arretees'].map((stopped) => `${past} ${stopped}`))
  .join(', ');

/** "N'écrivez plus", "arrêtez d'appeler". */
const ELIDED = Object.fromEntries(
  'appelez appelle appeler ecrivez ecris ecrire envoyez envoie envoyer effacez enlevez annulez oubliez insistez'
    .split(' ')
    .flatMap((word) => [
      [`n${word}`, `ne ${word}`],
      [`d${word}`, `de ${word}`],
    ]),
);

export const FRENCH: Vocabulary = {
  connectors: 'et car alors',
  roles: {
    stop: 'stop, arret, arrete, arretez, arreter, cessez, cesse, cesser, stoppez, stopper',
    end: 'annuler, annulez',
    optOut:
      'desabonner, desabonnez moi, desabonne moi, me desabonner, desinscrire, me desinscrire, desinscrivez moi, desinscription, desabonnement, desabonnez, desabonne',
    contact: `${withMe('ecrire ecrivez ecris contacter contactez contacte')}, prenez contact, prendre contact, reprenez contact, entrez en contact, entrer en contact, sms, message, messages, texto, textos, texter, textez, contact, contacts, joindre, texte, textes, pub, publicite`,
    calling: `${withMe('appeler appelez appelle')}, appels, telephoner`,
    pester: `spammer, spammez, spamme, deranger, ${withMe('harceler harcelez embeter embetez')}, deranger, derangez, derange, harcelement, emmerder`,
    send: `${withMe('envoyer envoyez envoie')}`,
    get: 'recevoir, etre, avoir',
    contacted: 'contacte, contactee, derange',
    want: 'veux, souhaite, voulons, desire, besoin, voudrais',
    interested: 'interesse, interessee, minteresse, interet',
    not: 'ne, n, pas, jamais, non, nai, plus jamais',
    again: 'plus, encore, davantage, jamais plus',
    me: 'me, moi, mon, nous, m',
    my: 'mon, ma, mes',
    number:
      'infos, informations, profil client, numero, telephone, nom, coordonnees, donnees, portable, contact',
    this: 'ce, cette, ces, ca, cela, c',
    det: 'le, la, les, un, une, des, aucun, tous, tout, toute',
    your: 'votre, vos, ta, ton, tes',
    of: 'de, du, d',
    to: 'a, avec, pour',
    list: 'liste, listes, base, fichier, fichiers, systeme, base de donnees',
    remove:
      'supprimer, supprimez, supprime, retirez, retire, retirer, enlevez, enleve, enlever, effacez, efface, effacer, oubliez, rayez',
    removeMe:
      'retirez moi, retire moi, enlevez moi, enleve moi, supprimez moi, rayez moi, me retirer, me supprimer, otez moi',
    job: 'ancien, ancienne, vieux, vieille, precedent, precedente, adresse, dossier, profil, photo, email, mail, diplome, entretien, poste, emploi, travail, horaire, offre, candidature, bus, cv, demain, lundi, mardi, nuit',
    i: 'je, j, jai',
    you: 'vous, tu, te',
    they: 'il, elle, ils, elles, on',
    be: 'suis, est, sont, cest, nest, es',
    time: 'avant, apres, pendant, jusqua, aujourdhui, demain, encore pas, au travail, si',
    soft: 'de votre part, de ta part, sil vous plait, sil te plait, svp, stp, merci, bonjour, salut, bonsoir, desole, desolee, non merci, maintenant, tout de suite, y, en, oui, mais, immediatement',
    consent: 'consentement, permission, autorisation',
    respond: 'repondre, reponds, repondez, repond, repondu, ecrire, envoyer, taper, mettre, ecrit, mettez',
    suffices: 'ca suffit, suffit',
    them: 'patron, patronne, employeur, references, chef, responsable, gerant, gerante',
    removed:
      'retire, retiree, supprime, supprimee, efface, effacee, enleve, enlevee, raye, desinscrit, desinscrite, desabonne, desabonnee',
    no: 'aucun, aucune, plus aucun, plus aucune, plus jamais de, plus de, pas de',
    why: 'pourquoi',
    refusal:
      'veux plus rien savoir, plus entendre parler de vous, prenez plus contact, entrez plus en contact, nentrez plus en contact, veux plus recevoir, fous moi la paix, lache moi, lachez moi, oubliez moi, degage, degagez, marre de vos, jen ai marre, y en a marre, ras le bol, je porte plainte, je vais porter plainte, je vais vous bloquer, je bloque, numero bloque, je vais signaler, vous avez le mauvais, tu as le mauvais, ce nest pas mon nom, je ne mappelle pas, je ne suis pas cette, nest plus a ce numero, na plus ce numero, nest plus son numero, jai change de numero, je nai jamais postule, jamais postule, je nai rien demande, rien demande, je nai pas demande, pas donne mon numero, pas donne mon accord, rayez mon, mauvais numero, mauvaise personne, trompez de numero, trompe de numero, trompez de personne, trompe de personne, faux numero, erreur de numero, pas le bon numero, pas la bonne personne, ' +
      'laissez moi tranquille, laisse moi tranquille, foutez moi la paix, fichez moi la paix, laissez moi en paix, cest du spam, cest du harcelement, va te faire, pas mon nom, plus de messages, plus de message, ' +
      'plus de sms, plus de textos, vous vous trompez, sans mon consentement, sans mon accord, je vais vous signaler, je vous bloque, je vous signale, jamais donne mon numero, jamais donne mon accord, je ne suis pas la personne',
    ordinary: `${STOPPED}, arret de bus, plus tard, pas de probleme, de plus, en plus, plus de details, plus dinfos, pas recu`,
  },
  kinds: {
    different: 'autre, autres, dautre, dautres, proche, proches, pres, different',
    found: 'trouve, accepte',
    inMind: 'au courant, lavenir',
    seeking: 'cherche, recherche',
    maybe: 'peut etre',
    thanks: 'merci, non merci',
    openings: 'offres, emplois, postes',
    here: 'ici',
    oops: 'cetait pour mon, cetait pour ma',
    kidding: 'je rigole, je plaisante',
    pas: 'pas',
    texting: 'texto, textos, sms, message, messages, texte',
    textVerb: 'textez, texte, texter, ecrivez, ecris',
    textMe: 'laissez un message',
    textBest: 'suffit, plutot, mieux, svp',
    only: 'seulement, juste, plutot, par texto, par sms, par message',
    rather: 'prefere',
    callVerb: 'appelez, appelle, telephonez',
    passing: 'conduis, travaille, occupe, occupee, reunion, volant, cours, la',
    forGood: 'jamais, plus jamais, plus',
    wonder: 'dois, faut, si, pourquoi, passe, besoin, est',
    meaning: 'sert a quoi, a quoi sert, cest quoi, veut dire, signifie',
    howMany: 'combien de fois',
    says: 'dit, marque, indique',
    times: 'deux fois, trois fois, plusieurs fois, quatre fois, dix fois, 3 fois, 2 fois, cent fois',
    replied: 'repondu, ecrit, envoye, tape, mis',
    accident: 'par erreur, par accident, sans faire expres',
    joy: 'genial, trop beau, trop bien, trop drole, super nouvelle, bonne nouvelle, trop gentil, trop gentille, trop fort',
    polite: 'svp, stp, sil vous plait, sil te plait, merci de',
    whoGave:
      'qui vous a donne mon, qui ta donne mon, comment avez vous eu mon, ou avez vous eu mon, ou avez vous trouve mon',
    kin: 'cousin, cousine, frere, soeur, mari, femme, oncle, tante, beau frere, belle soeur, voisin, voisine',
    friend: 'ami, amie, copain, copine, collegue, agence',
    wasIt: 'cest mon, cest ma, cetait',
    who: 'qui',
    phone: 'numero, telephone, portable',
    removeIt: 'supprimez le, effacez le, enlevez le, retirez le',
  },
  spellings: { msg: 'message', msgs: 'messages', slt: 'salut', jveux: 'je veux', bjr: 'bonjour', ...ELIDED },
  ordinary:
    'borne chance chien danger demander donner eleve emission emmener entier eteindre etirer fuite laisser liasse marbre messager perte poete posture rentrer signal supplier tendre arrive arriver ecrit ecole envoi compte comptes conte recu recue liste listes ville interessant interessante',
};
