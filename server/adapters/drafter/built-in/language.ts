const SIGNS =
  /\b(?:hola|gracias|cuando|cu[aá]ndo|donde|d[oó]nde|qu[eé]|puedo|puede|trabajo|entrevista|si|s[ií]|ma[nñ]ana|lunes|martes|mi[eé]rcoles|jueves|viernes|buenos|buenas|d[ií]as|tardes|estoy|tengo|para|pero|como|cu[aá]nto|paga|horario|llegar|disculpe|perd[oó]n|claro|perfecto)\b/gi;

/** Two words of the language, or half of a short text. */
export function isSpanish(text: string): boolean {
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  const signs = text.match(SIGNS)?.length ?? 0;
  return (
    /[¿¡]/.test(text) || signs >= 2 || (words > 0 && words <= 3 && signs * 2 >= words && !/^si\b/.test(text))
  );
}
