import type { Vocabulary } from './vocabulary.ts';

export const TAGALOG: Vocabulary = {
  connectors: 'at kasi pero',
  roles: {
    stop: 'stop, tigil, itigil, tigilan, tama na, hinto, ihinto, tumigil, itigil nyo, tantanan',
    optOut: 'unsubscribe, mag unsubscribe, i unsubscribe, magunsubscribe',
    contact:
      'kakatext, katetext, kaka text, kakamessage, pagmessage, text, texts, magtext, mag text, i text, itext, pagtext, pag text, magtetext, nagtetext, pagtetext, pag tetext, message, messages, mensahe, mag message, magmessage, i message, imessage, ' +
      'contact, kontakin, kontak, kontakin, makipag ugnayan, i contact, icontact, mag contact, tetext, itetext, textan, sms',
    calling: 'tawag, tumawag, tawagan, pagtawag, tatawag, call, calls',
    pester:
      'pangungulit, panggugulo, guluhin, gambalain, istorbo, istorbohin, abalahin, kulitin, mangulit, manggulo, spam',
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
    job: 'luma, lumang, dati, dating, resume, form, email, application, mali, maling, trabaho, interview, schedule, bukas, shift, address',
    time: 'bago, habang, mamaya, kung, bukas, muna, pagkatapos',
    soft: 'po, pls, please, lang, nalang, na lang, salamat, sana, nga, naman, opo, paki, ho, ate, kuya, sir, maam, kasi, din, rin, talaga, mag, i',
    respond:
      'i text, itext, isagot, sagot, sumagot, i type, itype, reply, mag reply, magreply, nag reply, nagreply, i reply, ireply, nag, mag, may',
    them: 'boss, amo, employer, references, manager, supervisor',
    refusal:
      'nag stop na, nagstop na, hindi na kay, hindi na po kay, hindi na si, hindi na ito kay, wala akong binigay na permiso, wala akong binigay na pahintulot, wala akong permiso, wala kayong permiso, wala kayong pahintulot, hindi ako pumayag, di ako pumayag, hindi po ako pumayag, ayaw ko na makatanggap, ayoko na makatanggap, ayoko makatanggap, ayaw kong makatanggap, ayoko ng text, ayoko ng mga, ayoko ng message, ayaw ko ng text, ayaw ko ng message, tigil na, tumigil na, nakakainis, nakakaistorbo, istorbo, spam ito, scam ito, hindi ako nag apply, di ako nag apply, hindi ako nagapply, wala akong inapplyan, mali ka ng, nagkamali ka, nagkakamali, mali po kayo, mali kayo, wrong sent, wrong person po, walang ganyang, wala pong ganyang, hindi na ito number, di ko kilala, hindi ko kilala, ibang tao, isusumbong, maling number, maling numero, wrong number po, wrong number kayo, mali ang number, mali po ang number, mali number, maling tao, hindi ako si, hindi po ako si, di ako si, walang ganyan dito, ' +
      'lubayan, lubayan nyo, wala pong ganyan, hindi ko po number, hindi ito number ni, hindi po ito number ni, hindi po ito si, hindi ito si, ayaw ko ng mga text, irereport ko, ireport ko, iblock ko, ibablock ko, tigilan mo ako',
    ordinary:
      'wag kalimutan, huwag kalimutan, huwag po kalimutan, wala po, wala akong, paki text, pakitext, pa text',
  },
  kinds: {
    here: 'dito',
    oops: 'oops, sorry wrong, para sana kay, para sana sa',
    kidding: 'joke, joke lang, biro lang',
    texting: 'text, texts, message, mag text, magtext, i text, itext',
    textVerb: '',
    textMe: '',
    textBest: '',
    only: 'lang, nalang, na lang, lamang',
    passing: 'nagmamaneho, nagdadrive, busy, meeting, trabaho, byahe, biyahe',
    callVerb: '',
    callMe:
      'tawagan mo ako, tawagan nyo ako, tawagan niyo ako, tawag na lang, tawag nalang, tawag ka na lang, tumawag na lang',
    forGood: '',
    wonder: 'kailangan, dapat, need, pag, kapag, kung, bakit, ano, mangyayari',
    meaning: 'para saan, para san, ibig sabihin, ano yung, ano po yung, ano ang',
    howMany: 'ilang beses, ilang ulit',
    says: 'sabi, nakalagay, nakasulat',
    times: 'dalawang beses, tatlong beses, ilang beses, maraming beses',
    replied: 'nag reply na, nagreply na',
    accident: 'nagkamali lang, di sinasadya, hindi sinasadya, aksidente',
    joy: 'kinikilig, ang saya, saya, hala, grabe, nakakatuwa, ang galing, talaga ba, tanggap',
    polite: 'please, pls, paki, pakiusap',
    whoGave:
      'sino nagbigay ng number, sino po nagbigay ng number, sinong nagbigay ng number, saan nyo nakuha number, saan nyo nakuha ang number, san nyo nakuha number, kanino nyo nakuha',
    kin: 'pinsan, kapatid, asawa, tito, tita, ate, kuya, kapitbahay, biyenan, bayaw, hipag',
    friend: 'kaibigan, kaklase, agency',
    wasIt: 'si',
    who: 'sino',
    phone: 'number, numero',
    removeIt: '',
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
