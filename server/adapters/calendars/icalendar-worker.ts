import { parentPort, workerData } from 'node:worker_threads';
import { busyIn } from './icalendar-busy.ts';

const { texts, asked } = workerData as { texts: string[]; asked: Parameters<typeof busyIn>[1] };
parentPort?.postMessage(busyIn(texts, asked));
