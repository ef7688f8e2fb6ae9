import { expect, test } from 'vitest';
import { isProgress } from './message-progress.ts';
import { MessageStatus } from './messages.ts';

const ended: MessageStatus[] = ['delivered', 'undelivered', 'failed', 'canceled', 'received'];
const inOrder: MessageStatus[][] = [['scheduled'], ['queued'], ['unknown'], ['sending'], ['sent'], ended];

test('a status only moves up, and of two final ones the first counts', () => {
  expect(inOrder.flat().toSorted()).toEqual(MessageStatus.options.toSorted());
  for (const [low, froms] of inOrder.entries())
    for (const [high, tos] of inOrder.entries())
      for (const from of froms) for (const to of tos) expect(isProgress(from, to)).toBe(high > low);
});
