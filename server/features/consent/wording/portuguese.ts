import type { Vocabulary } from './vocabulary.ts';

export const PORTUGUESE: Vocabulary = {
  connectors: 'e porque entao',
  roles: {
    stop: 'stop, pare, para, parem, parar, chega, basta, cesse, cessem, deixe, deixem, sair, sai',
    end: 'cancelar, cancele, cancelem, encerrar',
    optOut:
      'descadastrar, descadastre, descadastrem, me descadastrar, desinscrever, desinscreva, cancelar inscricao, cancelar assinatura, descadastramento',
    contact:
      'entre mais em contato, entrem mais em contato, entre em contato, entrem em contato, entrar em contato, entra em contato, faca contato, facam contato, fazer contato, mensagem, mensagens, sms, texto, textos, contatar, contate, contatem, contato, escreva, escrevam, escrever, msg, msgs, mensagen, text, texte, textem, contatos, escrevendo, contactar, contacte, procure, procurem',
    calling: 'ligue, liguem, ligar, ligando, ligacoes, chamadas',
    pester:
      'incomodar, incomode, incomodem, perturbar, perturbe, perturbem, perturbando, incomodando, encher, assediar',
    send: 'mandar, mande, mandem, mandes, mandando, enviar, envie, enviem, enviando',
    get: 'receber, recebendo, ser, ter',
    contacted: 'contatado, contatada, incomodado, incomodada',
    want: 'quero, desejo, queremos, gostaria, preciso, autorizo, pedi, aceito',
    interested: 'interessado, interessada, interesse, interessa',
    not: 'nao, nunca, jamais, n',
    again: 'novamente, outra vez, mais, nunca mais, de novo',
    me: 'me, mim, nos, aqui, comigo',
    my: 'meu, minha, meus',
    number: 'numero, telefone, celular, nome, dados, contato, cadastro',
    this: 'este, esta, esse, essa, isso, isto, essas, esses',
    det: 'o, a, os, as, um, uma, nenhum, nenhuma, essas',
    your: 'sua, seu, suas, seus, tua',
    of: 'de, da, do, das, dos',
    to: 'pra, para mim, com',
    list: 'lista, listas, base, sistema, cadastro, banco de dados',
    remove:
      'remova, remover, removam, tira, tire, tirem, tirar, apague, apaga, apaguem, apagar, exclua, excluir, excluam, delete, deletar, deleta, esqueca',
    removeMe:
      'me tira, me tire, me tirem, me remova, me removam, me exclua, remova me, tire me, me apague, me retire, me retirem',
    job: 'entrevista, vaga, trabalho, emprego, turno, horario, segunda, terca, noite, curriculo, carro',
    i: 'eu',
    you: 'voces, voce, vcs, vc',
    they: 'ele, ela, eles, elas',
    be: 'sou, e, estou, sao',
    have: 'tenho, tem, temos',
    time: 'antes, depois, ate, durante, amanha, hoje, ainda, agora nao, se, quando',
    soft: 'por favor, pfv, pf, obrigado, obrigada, obg, ola, oi, ja, desculpe, desculpa, bom dia, boa tarde, sim, agora, mas, tambem',
    consent: 'permissao, consentimento, autorizacao',
    refusal:
      'sai fora, cai fora, vaza, foi engano, e engano, numero trocado, nao me procure, nao me procurem, nao quero nada, nao quero mais nada, nao quero receber nada, nao quero mais receber nada, mais receber essas coisas, quero receber essas coisas, chega de mensagem, chega de mensagens, vou processar, vou te bloquear, vou te denunciar, e golpe, isso e golpe, isso e spam, nao me chamo, numero errado, pessoa errada, numero incorreto, me deixe em paz, me deixa em paz, me deixem em paz, deixe me em paz, errou o numero, ligou errado, errou de numero, enganou de numero, numero enganado, ' +
      'e spam, isso e assedio, nao sou essa pessoa, nao e o numero, nao autorizei, nunca autorizei, vou denunciar, vou bloquear, nao conheco nenhuma, nao conheco nenhum, nao tem ninguem, nao pedi isso, sem minha permissao, vai se foder',
    ordinary: 'para segunda, para o, para a, mais tarde, nao recebi, a mais, mais ou menos, mais informacoes',
  },
  spellings: { naum: 'nao', nn: 'nao', q: 'que', msgns: 'mensagens', tds: 'todos' },
  ordinary:
    'paro parou paramos mando mandou enviou envio parte porta carta recebi recebeu interessante pode posso',
};
