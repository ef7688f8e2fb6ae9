import type { Vocabulary } from './vocabulary.ts';

/** "No me escriban", "dejen de escribirme": what is told not to, without the past ("no me escribieron"). */
function told(endings: string[], stems: string): string {
  return stems
    .split(' ')
    .flatMap((stem) =>
      endings.flatMap((ending) => [
        stem + ending,
        ...['me', 'nos', 'le', 'les'].map((who) => stem + ending + who),
      ]),
    )
    .join(', ');
}
const AR = ['ar', 'e', 'en', 'es', 'ando'];
const ER = ['er', 'ir', 'a', 'an', 'as', 'iendo'];
/** "Quítame", "bórrenme", "sacarme". */
function removing(stems: string): string {
  return stems
    .split(' ')
    .flatMap((stem) =>
      ['a', 'e', 'en', 'ar', 'an'].flatMap((ending) => [`${stem}${ending}me`, `${stem}${ending}nos`]),
    )
    .join(', ');
}

export const SPANISH: Vocabulary = {
  connectors: 'y pero porque asi',
  roles: {
    stop:
      'stop, para, pare, paren, parar, parale, parenle, alto, deten, detente, detener, detengan, detenganse, deja, deje, dejen, dejes, dejar, ' +
      'dejame ya, dejame de, dejenme de, dejeme de, parale a,  salir, cese, cesen, cesar, parem, suspender, ya estuvo',
    end: 'baja, cancelar, cancela, cancele, cancelen, terminar, terminen, suspendan, cancelo',
    optOut:
      'de baja, me doy de baja, darme de baja, dar de baja, deme de baja, denme de baja, dame de baja, me den de baja, me de de baja, desuscribir, desuscribirme, desuscribanme, ' +
      'desuscribame, cancelar suscripcion, cancelar mi suscripcion, cancelar la suscripcion, unsubscribe, desinscribir, anular suscripcion',
    contact:
      `${told(AR, 'text mensaj contact comunic comuniqu buscu busqu avis textear')}, ${told(ER, 'escrib escriv')}, text, texts, texto, textos, mensaje, ` +
      'se ponga en contacto, se pongan en contacto, te pongas en contacto, ponerse en contacto, entre en contacto, entren en contacto, mensajes, mensages, mensajitos, sms, mensajear, textear, texteen, textees, texteandome, textearme, texteando, notificaciones, avisos, mensages, ' +
      'comuniquen, comunique, msj, msjs, mjs, propaganda, publicidad, ofertas, spam',
    calling: `${told(AR, 'llam')}, llamadas, correos, llamen, marquen, marque, marques, marcar`,
    pester: `${told(AR, 'molest fastidi hostig acos moleste fregu jod spame')}, ${told(ER, 'jod')}, chingar, chinguen, chingando, molestando`,
    send: `${told(AR, 'mand envi')}, envien, envie`,
    get: 'recibir, recibiendo, reciba',
    want: 'quiero, ocupo, deseo, queremos, quisiera, necesito, me interesan, autorizo, doy permiso, pedi, solicite, acepto',
    interested: 'interesa, interesado, interesada, interesan, interes',
    not: 'no, nunca, jamas, tampoco, ni',
    again: 'mas, nunca mas, otra vez, de nuevo',
    me: 'me, nos, mi, aqui, conmigo',
    my: 'mi, mis, mi propio',
    number: 'numero, telefono, celular, cel, nombre, datos, informacion, contacto, num',
    this: 'este, esta, estos, estas, ese, esos, esas, eso, esto',
    det: 'el, la, los, las, un, una, ningun, ninguna, tantos, todos, todo, tanto',
    your: 'su, sus, tu, tus',
    of: 'de, del',
    list: 'lista, listas, base, sistema, base de datos, registro, registros, contactos',
    remove:
      'borra, borre, borren, borrar, elimina, elimine, eliminen, eliminar, quita, quite, quiten, quitar, saca, saque, saquen, sacar, remueva, remuevan, remover, olvida, olvide',
    removeMe: `${removing('borr elimin quit sac saqu retir')}, remuevame, remuevanme, remueveme, removerme, me quiten, me quite, me saquen, me saque, me borren, me borre, me eliminen, me elimine`,
    off: 'fuera',
    job:
      'seguro, viejo, vieja, anterior, antiguo, antigua, direccion, correo, expediente, perfil, aplicacion, apellido, referencia, turno, entrevista, trabajo, puesto, oferta, cita, resume, solicitud, horario, pagina, curriculum, reunion, noche, noches, dia, lunes, martes, ' +
      'miercoles, jueves, viernes, sabado, domingo, segunda, grupo, foto',
    i: 'yo, nosotros',
    you: 'ustedes, usted, tu, uds, ud',
    they: 'el, ella, ellos, quien',
    be: 'soy, es, son, estoy, somos, esta, estan, sea',
    have: 'tengo, tiene, tienen, he, han, ha',
    know: 'conozco, se quien es, conocemos',
    to: 'a, con, para mi',
    keep: 'sigan, siga, sigas, vuelvan, vuelva, vuelvas, volver, siguen, sigue, seguir, anden, estar, esten, estes',
    respond:
      'responder, responda, respondo, contestar, conteste, contesto, poner, pongo, puse, respondi, escribo, escribir, mando, texteo, enviar',
    say: 'dije, pido, pedimos, pedi que, he dicho, digo, les dije, le dije, que',
    name: 'senor, rosa',
    time: 'antes, despues, hasta, en la noche, durante, manana, hoy, todavia, aun, cuando, si, en el trabajo, por la noche',
    place: 'en, por aqui',
    soft:
      'de su parte, de parte de ustedes, por favor, porfavor, porfa, porfis, xfa, favor, gracias, ya, hola, buenas, buenos dias, buenas tardes, muchas gracias, ok, lo siento, disculpe, ' +
      'perdon, dios, te, les, le, pero, se los pido, le pido, si, pues, oiga, oye, amigo, mire, tardes, dias, muy amable, senorita, que, bueno, se, lo, hombre, nada',
    consent: 'permiso, consentimiento, autorizacion',
    revoke: 'revoco, retiro, revocar, retirar',
    block: 'bloquear, bloqueo, bloqueado, bloquearlos, bloquearte, bloqueados',
    report: 'reportar, reporto, denunciar, reportarlos, denunciarlos, reportando, demandar, demandarlos',
    can: 'vayan, vaya, vayas, voy, vamos, puede, pueden, puedes, podria, podrian, estoy',
    tired: 'cansado de, cansada de, harto de, harta de, harto, harta',
    person: 'persona, tipo, muchacho, senora, muchacha',
    mistook:
      'se equivoco, se equivocaron, se ha equivocado, se han equivocado, se esta equivocando, equivocado, equivocada, equivocados, andan equivocados, anda equivocado, te has equivocado, erraron, se confundio, se confundieron, me confunde, me confundio, me estan confundiendo, me esta confundiendo',
    suffices: 'basta, ya basta, basta ya, suficiente',
    them: 'jefe, jefa, supervisor, supervisora, gerente, patron, patrona, referencias, empleador, companeros',
    no: 'ningun, ninguna, sin',
    why: 'por que, por q, porq',
    refusal:
      'quiero saber nada, me siguen escribiendo, me sigue escribiendo, me siguen mandando, me sigue mandando, me siguen enviando, me siguen molestando, me siguen llegando, siguen molestando, me estan acosando, me esta acosando, nunca les di, yo no les di, nunca le di mi, nunca te di mi, no les di mi, ' +
      'numero ya no es, este no es el numero, este no es el telefono, este numero no es, no vive nadie, no hay nadie con ese, no existe nadie, ya no vive, ' +
      'vayase al, vete al, vayanse al, ya me tienen harto, ya me tienen harta, me tienen harto, me tienen harta, estoy harto, estoy harta, que fastidio, que molestia, deje de mandar, deja de mandar, ya dejen, ya dejame, ya dejenme, ya paren, ya parele, no insistan, no insista, no vuelvan a escribir, no vuelva a escribir, no vuelvas a escribir, no vuelvan a mandar, no vuelva a mandar, no vuelvan a contactar, no jodan, no chinguen, no moleste, no molesten, no molestes, no envien, no mande mas, ' +
      'los voy a reportar, lo voy a reportar, te voy a reportar, los voy a denunciar, lo voy a denunciar, te voy a denunciar, los voy a demandar, voy a llamar a la policia, voy a poner una queja, voy a poner una denuncia, los voy a bloquear, lo voy a bloquear, te voy a bloquear, numero bloqueado, esto es acoso, esto es spam, puro spam, es ilegal, no di mi consentimiento, no tienen mi permiso, no tiene mi permiso, no tienen permiso, ' +
      'dar de baja mi, dado de baja, quiero darme de baja, quiero salir de, no deseo recibir, no quiero recibir, no quiero mensajes, no quiero mas mensajes, no quiero que me, no me hablen, no me hable, no me hables, ' +
      'no quiero nada, te equivocaste, no soy ella, no mas, numero equivocado, persona equivocada, equivocado de numero, equivocado de persona, equivoco de numero, equivoco de persona, numero incorrecto, ' +
      'numero erroneo, equivocada de numero, telefono equivocado, numero equivocada, esta equivocado, esta equivocada, estan equivocados, ' +
      'no es mi nombre, no me llamo, no soy la persona, no soy esa persona, aqui no vive, no vive aqui, no hay ninguna, no hay ningun, no es el numero de, no es el telefono de, ya no es el numero, ' +
      'no conozco a ninguna, no conozco a ningun, no conozco a esa, no tiene este numero, dejame en paz, dejenme en paz, dejeme en paz, deja me en paz, dejame tranquilo, dejame tranquila, ' +
      'dejenme tranquila, dejenme tranquilo, dejeme tranquilo, dejeme tranquila, vete a la, vayanse a la, es spam, es acoso, es una estafa, son estafadores, ' +
      'no molestar, larguense, no autorizo, nunca autorice, no autorice, nunca di permiso, no di permiso, nunca pedi, no pedi esto, yo no pedi, sin mi permiso, sin mi consentimiento, chinga tu, ' +
      'no me interesa nada, olvidese de mi, no di mi numero, no me busquen, lista de no llamar',
    ordinary:
      'para nada, para siempre, para empezar, me dieron de baja, dieron de baja, estoy de baja, estuve de baja, estaba de baja, dado de baja en, es para, para el, para la, para los, para las, para mi, para que, para cuando, para un, para una, no mas tarde, se olvide, no olvide, me puede, alto voltaje, no mas que, ' +
      'no mas de, deje mi, deje el, dejo de, por nombre, por texto, por mensaje, no hay problema, no tengo',
  },
  kinds: {
    different: 'otro, otra, otros, otras, cerca, cercano, cercana, diferente, distinto, distinta',
    found: 'encontre, consegui, acepte, tengo',
    inMind: 'en cuenta, avisame, aviseme, avisenme, futuro',
    seeking: 'busco, buscamos',
    maybe: 'quizas, quiza, tal vez, a lo mejor',
    thanks: 'gracias, muchas gracias',
    openings: 'ofertas, trabajos, vacantes, empleos',
    here: 'aqui',
    oops: 'era para mi, eran para mi, iba para mi',
    keen: 'suena, digame mas',
    kidding: 'es broma, broma',
    texting: 'texto, textos, mensaje, mensajes, mensajito, sms, text, texts',
    textVerb: 'textear',
    textMe:
      'escribame, escribeme, escribanme, escribamen, texteame, texteeme, texteenme, textame, texteme, mensajeame, mandame, mandeme, mandenme, enviame, envieme, envienme',
    textBest: 'mejor, esta bien, nomas, por favor',
    only: 'solo, puro, pura, nada mas, nomas, mejor, unicamente, por mensaje, por texto',
    rather: 'prefiero, mejor',
    callMe: 'llamame, llameme, llamenme, marcame, marqueme, marquenme',
    passing: 'manejando, trabajando, ocupado, ocupada, reunion, hoy, ahorita, puedo',
    forGood: 'nunca, jamas, nunca mas',
    wonder: 'tengo, debo, necesito, hay, pasa, si, que, por, para que',
    meaning: 'significa, quiere decir, que es, para que sirve, entiendo lo de, lo de, eso de',
    howMany: 'cuantas veces',
    replied:
      'puse, respondi, conteste, escribi, mande, puesto, escrito, respondido, contestado, mandado, enviado, he dicho',
    says: 'dice, dicen, sale, viene',
    times: 'dos veces, tres veces, varias veces, muchas veces, mil veces, 3 veces, 2 veces, cuatro veces',
    accident: 'por error, sin querer, por accidente, se equivoco',
    joy: 'buena noticia, excelente noticia, que risa, que bueno, me hace reir, me hacen reir, que padre, que chido, que alegria, que emocion, que bonito',
    polite: 'por favor, porfavor, porfa, favor',
    whoGave:
      'quien te dio mi, quien le dio mi, quien les dio mi, de donde sacaron mi, de donde saco mi, como consiguieron mi, como consiguio mi',
    kin: 'primo, prima, hermano, hermana, esposo, esposa, cunado, cunada, hijo, hija, tio, tia, mama, papa, comadre, compadre, vecino, vecina, amiga',
    friend: 'amigo, agencia',
    wasIt: 'fue mi, fue, seria',
    who: 'quien',
    phone: 'numero, telefono, celular, cel',
    removeIt:
      'borrelo, borrenlo, quitelo, quitenlo, eliminelo, eliminenlo, saquelo, borralo, quitalo, eliminalo',
  },
  spellings: {
    q: 'que',
    kiero: 'quiero',
    qiero: 'quiero',
    kero: 'quiero',
    kiten: 'quiten',
    borenme: 'borrenme',
    k: 'que',
    ekivocado: 'equivocado',
    ekivoco: 'equivoco',
    mensajs: 'mensajes',
    xq: 'porque',
    msg: 'mensaje',
    msgs: 'mensajes',
    mjes: 'mensajes',
    escrivas: 'escribas',
    escrivan: 'escriban',
    mensages: 'mensajes',
    mensage: 'mensaje',
    pa: 'para',
    x: 'por',
    d: 'de',
    grax: 'gracias',
    ntp: 'gracias',
    text: 'text',
    dejenmen: 'dejenme',
    txt: 'text',
    sakenme: 'saquenme',
    aki: 'aqui',
  },
  ordinary:
    'acento acusar andar arte asiento aviso besar borde bosque cancer celula dueno gorra haber huevo joven llama llave nueve olvido pared parir parque pasar peor perro pista quieto reparto rodar seta sexto sueno termino torre vista manana mandado mando mandaron mande llamaron llamo llame llega llegado escribo escribio escribieron escribi envio enviaron borrador parte parto carta ' +
    'parada paro pago pagan parece dejo deje lejos bajo pasta hasta gasta busto basto justo alta altos salgo salida sale sabe saben permite persona personas poder puedo poner pedir perder querer trabajo trabajar tarde mejor menos carro casa cosa dato lugar llegar llevar ' +
    'quitele quitelo quitela quiteles borrelo borrele borrela eliminelo eliminela eliminele saquelo saquele sacalo quitalo borralo numeros noche lado todo toda cansado casado textil poder puedo poner pedir perder querer trabajo trabajar tarde mejor menos carro casa cosa dato lugar llegar llevar testo contrato contacto contento ropa molesto molestia recibi recibio recibo',
};
