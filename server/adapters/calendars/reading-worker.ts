import { parentPort } from 'node:worker_threads';
import { type Reading, read } from './reading.ts';

parentPort?.on('message', (reading: Reading) => parentPort?.postMessage(read(reading)));
parentPort?.postMessage('ready');
