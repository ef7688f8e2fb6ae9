/** Two soft notes, made here: there is no file to load when a text has already come. */
const NOTES = [
  { hertz: 880, at: 0 },
  { hertz: 1174.66, at: 0.12 },
];
const NOTE_SECONDS = 0.35;
const LOUDNESS = 0.12;

let context: AudioContext | null = null;

export async function chime(): Promise<void> {
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  // Until someone has clicked anything on the page, browsers keep it silent.
  await context.resume();
  for (const { hertz, at } of NOTES) {
    const start = context.currentTime + at;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
    const note = context.createOscillator();
    note.frequency.value = hertz;
    note.connect(volume).connect(context.destination);
    note.start(start);
    note.stop(start + NOTE_SECONDS);
  }
}
