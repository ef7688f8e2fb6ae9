import type { Vocabulary } from './vocabulary.ts';

export const TAGALOG: Vocabulary = {
  connectors: 'at kasi pero',
  roles: {
    stop: 'stop, tigil, itigil, tigilan, tama na, hinto, ihinto, tumigil, itigil nyo, tantanan',
    optOut: 'unsubscribe, mag unsubscribe, i unsubscribe, magunsubscribe',
    contact:
      'text, texts, magtext, mag text, i text, itext, pagtext, pag text, magtetext, nagtetext, pagtetext, pag tetext, message, messages, mensahe, mag message, magmessage, i message, imessage, ' +
      'contact, kontakin, kontak, kontakin, makipag ugnayan, i contact, icontact, mag contact, tetext, itetext, textan, sms',
    calling: 'tawag, tumawag, tawagan, pagtawag, tatawag, call, calls',
    pester: 'guluhin, gambalain, istorbo, istorbohin, abalahin, kulitin, mangulit, manggulo, spam',
    send: 'magpadala, padala, padalhan, ipadala, mag send, i send, isend, magsend, send',
    get: 'makatanggap, tumanggap, matanggap, makareceive, maka receive',
    'not want': 'ayaw, ayoko, ayaw ko, ayoko na, ayaw ko na, ayaw na',
    want: 'gusto',
    interested: 'interesado, interesada, interested',
    not: 'wag, huwag, hindi, di, wag na, huwag na, hwag, huag',
    again: 'na, pa, ulit, muli',
    me: 'ako, akong, sakin, akin, kami, amin, samin, dito',
    my: 'ko, aking',
    number: 'number, numero, pangalan, numerong',
    this: 'ito, itong, yan, yang, iyan',
    of: 'ng, ang, nang, mga, sa',
    you: 'mo, nyo, niyo, kayo, kayong, ka, kang, ninyo, ikaw',
    list: 'listahan, list, listahan nyo, database, contacts',
    remove:
      'tanggalin, alisin, burahin, pakitanggal, pakialis, pakibura, paki tanggal, paki alis, paki delete, pakidelete, paki remove, pakiremove, idelete, i delete, i remove, delete, remove',
    job: 'trabaho, interview, schedule, bukas, shift, address',
    time: 'bago, habang, mamaya, kung, bukas, muna, pagkatapos',
    soft: 'po, pls, please, lang, nalang, na lang, salamat, sana, nga, naman, opo, paki, ho, ate, kuya, sir, maam, kasi, din, rin, talaga, mag, i',
    refusal:
      'ayaw ko na makatanggap, ayoko na makatanggap, ayoko makatanggap, ayaw kong makatanggap, ayoko ng text, ayoko ng mga, ayoko ng message, ayaw ko ng text, ayaw ko ng message, tigilan nyo, tigilan niyo, tigil na, tumigil na, nakakainis, nakakaistorbo, istorbo, spam ito, scam ito, hindi ako nag apply, di ako nag apply, hindi ako nagapply, wala akong inapplyan, hindi ako interesado, di ako interesado, hindi interesado, di interesado, not interested po, mali ka ng, nagkamali ka, nagkakamali, mali po kayo, mali kayo, wrong sent, wrong person po, walang ganyang, wala pong ganyang, hindi na ito number, di ko kilala, hindi ko kilala, ibang tao, isusumbong, maling number, maling numero, wrong number po, wrong number kayo, mali ang number, mali po ang number, mali number, maling tao, hindi ako si, hindi po ako si, di ako si, walang ganyan dito, ' +
      'lubayan, lubayan nyo, wala pong ganyan, hindi ko po number, hindi ito number ni, hindi po ito number ni, hindi po ito si, hindi ito si, ayaw ko ng mga text, irereport ko, ireport ko, iblock ko, ibablock ko, tigilan mo ako',
    ordinary:
      'wag kalimutan, huwag kalimutan, huwag po kalimutan, wala po, wala akong, paki text, pakitext, pa text',
  },
  spellings: {
    aq: 'ako',
    q: 'ko',
    nio: 'nyo',
    dn: 'din',
    n: 'na',
    skin: 'sakin',
    pls: 'pls',
    txt: 'text',
    wg: 'wag',
    hwg: 'huwag',
  },
  ordinary: 'tatay nanay hindi',
};
