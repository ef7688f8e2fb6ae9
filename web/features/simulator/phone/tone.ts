const RATE = 8000;
const HERTZ = 440;

/** A WAV file of a quiet tone: a candidate's words on a simulated voicemail. */
export function makeTone(seconds: number): File {
  const samples = RATE * seconds;
  const view = new DataView(new ArrayBuffer(44 + samples * 2));
  const words = (at: number, text: string) => {
    for (let index = 0; index < text.length; index += 1) view.setUint8(at + index, text.charCodeAt(index));
  };
  words(0, 'RIFF');
  view.setUint32(4, 36 + samples * 2, true);
  words(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // mono
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  words(36, 'data');
  view.setUint32(40, samples * 2, true);
  for (let index = 0; index < samples; index += 1)
    view.setInt16(44 + index * 2, Math.sin((2 * Math.PI * HERTZ * index) / RATE) * 6000, true);
  return new File([view.buffer], 'voicemail.wav', { type: 'audio/wav' });
}
