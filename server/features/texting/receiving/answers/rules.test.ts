import { describe, expect, it } from 'vitest';
import { type Answer, answerOf } from './rules.ts';

/** Of each answer, what candidates write, a line each. */
const REPLIES: Record<Exclude<Answer, null> | 'nothing', string> = {
  confirmed: `
    C
    c
    c.
    (C)
    "C"
    C!
    *C*
    Ｃ
    C please
    C, thanks!
    C 👍
    ok C
    Yes, C
    Confirm
    CONFIRM
    confirm.
    Confirmed
    confirmed!
    Confirmed!!! 😊
    Confirmed, thank you so much
    Confirmed. Thanks Dana!
    Yes confirmed
    Yes, I confirm
    yes i confirm my interview
    I confirm
    I can confirm
    I’d like to confirm my interview
    I want to confirm
    Hi Dana, I confirm. Thank you!
    Hello! Confirming my interview.
    comfirmed
    Confrim
    Great, confirmed, looking forward to it!
    It's confirmed
    Interview confirmed
    I'll be there
    I’ll be there! Thank you
    See you then!
    sí confirmo
    Sí, confirmo.
    Confirmo
    confirmado 👍
    Confirmada, gracias
    Confirmo mi asistencia
    Buenos días, confirmo la entrevista. Gracias
    Hola, sí, lo confirmo
    Ahí estaré, gracias
    Je confirme
    Oui, je confirme
    C'est confirmé, merci
    Bonjour, je confirme ma présence. Merci beaucoup
    Confirmé
    Eu confirmo
    Sim, confirmo
    Confirmado, obrigada!
    Confirmo minha presença
    Olá, confirmo. Obrigado
    确认
    我确认
    好的，确认
    已確認，謝謝
    我确认参加面试
    是的，我会准时到
    Xác nhận
    Tôi xác nhận
    Dạ em xác nhận ạ
    Vâng, tôi xác nhận lịch hẹn. Cảm ơn
    Kumpirmado po
    Opo, confirmed po
    Oo, kinukumpirma ko
    Confirm po, salamat po`,
  rescheduleRequested: `
    R
    r.
    (R)
    R please
    R, thanks
    R - can we do Friday?
    R sorry, something came up
    Reschedule
    reschedule please
    Please reschedule
    Can we reschedule?
    can i reschedule to next week
    I need to reschedule
    I need to reschedule my interview
    Sorry, I have to reschedule, my kid is sick
    I'm not feeling well, can we reschedule?
    I can't make it can we reschedule
    I was wondering if we could reschedule
    Would it be possible to reschedule my interview to Friday?
    How do I reschedule?
    need to resched
    Can we re-schedule
    can we move it to Friday?
    Could we move the interview to 4pm?
    Can we push it back an hour
    Is it possible to change the time?
    I would like to change my appointment
    Could we do another time?
    Can we find a different day please
    Do you have any other times?
    Can we do Friday instead?
    Another time please
    necesito reprogramar
    Hola, necesito reprogramar mi entrevista
    ¿Podemos reprogramar?
    Quiero cambiar la cita
    ¿Puedo cambiar la hora de la entrevista?
    ¿Podría ser otro día?
    No puedo ir, ¿podemos reagendar?
    Je voudrais reporter l'entretien
    Peut-on changer l'heure ?
    Est-il possible de décaler le rendez-vous ?
    Pourrait-on trouver un autre moment ?
    Preciso remarcar
    Podemos remarcar a entrevista?
    Posso mudar o horário?
    Pode ser outro dia?
    改期
    我想改期
    可以改时间吗？
    能不能换个时间？
    不好意思，我需要重新安排面试
    可以改到其他时间吗
    Tôi muốn đổi lịch
    Em xin dời lịch phỏng vấn ạ
    Có thể đổi giờ được không?
    Cho tôi hẹn lại ngày khác được không
    Pa-reschedule po
    Pwede po bang i-reschedule?
    Puwede bang ilipat sa Biyernes?
    Gusto ko pong mag-reschedule`,
  acknowledged: `
    Thanks
    thanks!
    Thank you so much
    Thank you, Dana!
    ok
    Ok thanks
    Okay, sounds good
    Great!
    Great, thank you 😊
    👍
    👍🏽
    🙏
    Got it
    Will do, thanks
    Thanks for the reminder
    Looking forward to it!
    Perfect
    Noted
    Liked “Your first day is Monday.”
    gracias
    Muchas gracias!
    Perfecto, gracias
    De acuerdo
    merci
    Merci beaucoup
    D'accord, merci
    Obrigada
    Tudo bem, obrigado
    好的
    谢谢
    收到，謝謝
    Cảm ơn
    Dạ em cảm ơn ạ
    Được rồi, cảm ơn anh
    Salamat po
    Sige po, salamat`,
  nothing: `
    Can I confirm tomorrow?
    R u sure?
    R u there
    Are you sure
    I can't confirm
    I cannot confirm
    not confirmed
    Not confirmed yet
    C# developer
    C#
    C++
    R&D
    Vitamin C
    C or R
    C/R
    C?
    Confirmed?
    Is my interview confirmed?
    Please confirm
    Please confirm the address
    Can you confirm?
    Could you please confirm my interview?
    Confirm what?
    I don't confirm
    I never confirmed
    I'll confirm later
    I will confirm
    I already confirmed with Dana yesterday
    Confirmed for 4 pm
    C u later
    c ya
    C, but I have a question
    Confirmed, where do I park?
    Confirmed 👎
    C 🤔
    No
    No thanks
    Thanks anyway
    Thanks but no
    Yes
    Hi
    Hello?
    1
    2
    Ok?
    Ok but where is it
    👎
    😢
    ?
    ...
    R2D2
    R. Smith here
    R is my initial
    rescheduled
    You rescheduled already
    Was it rescheduled?
    Did you reschedule?
    Why do you want to reschedule?
    No need to reschedule
    I don't need to reschedule
    I won't have to reschedule
    I'd rather not reschedule
    Please don't reschedule
    Confirmed, no need to reschedule
    What if I need to reschedule?
    Let me know if I need to reschedule
    If I need to reschedule, who do I call?
    I need to reschedule my dentist so I can come
    Can I change my address?
    Can I move my car?
    I want to change jobs
    I moved to Friday night shifts
    I can't make it
    I got another job
    no confirmo
    No puedo confirmar
    ¿Puedo confirmar mañana?
    ¿Confirmado?
    Aún no confirmo
    No necesito reprogramar
    ¿Ya reprogramaron?
    Je ne confirme pas
    Je ne peux pas confirmer
    Pouvez-vous confirmer ?
    Je ne veux pas reporter l'entretien
    Não confirmo
    Não posso confirmar
    Pode me confirmar o endereço?
    Não preciso remarcar
    不确认
    请确认
    可以确认吗？
    我不能确认
    不用改期
    不需要改期
    Tôi không xác nhận
    Xác nhận giúp em địa chỉ
    Tôi chưa xác nhận được
    Không cần đổi lịch
    Hindi ko ma-confirm
    Paki-confirm po
    Hindi ko kailangan mag-reschedule
    Wag na i-reschedule`,
};

const linesOf = (replies: string) =>
  replies
    .trim()
    .split('\n')
    .map((line) => line.trim());
const table = Object.entries(REPLIES).flatMap(([answer, replies]) =>
  linesOf(replies).map((reply) => [reply, answer] as const),
);

describe('a reply', () => {
  it.each(table)('%s: %s', (reply, expected) => {
    expect(answerOf(reply, { isAskedToConfirm: false }) ?? 'nothing').toBe(expected);
  });

  it('of a thumb confirms what asked for it', () => {
    const asked = (reply: string) => answerOf(reply, { isAskedToConfirm: true });
    expect(['👍', '👍🏿', '✅', '👌 👌'].map(asked)).toEqual(Array(4).fill('confirmed'));
    expect(['👎', '🙏', 'ok 👍', 'Thanks'].map(asked)).toEqual([
      null,
      'acknowledged',
      'acknowledged',
      'acknowledged',
    ]);
  });

  it('that goes on and on is for a person, and read quickly', () => {
    expect(answerOf(`Confirmed${', thanks'.repeat(200)}`, { isAskedToConfirm: true })).toBeNull();
    const begin = performance.now();
    for (const long of [
      'can we '.repeat(42),
      'no '.repeat(100),
      'need to move it to '.repeat(15),
      '确'.repeat(300),
    ])
      answerOf(long, { isAskedToConfirm: true });
    expect(performance.now() - begin).toBeLessThan(500);
  });
});
