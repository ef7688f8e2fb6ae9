import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it.each([
  [['a', '', 'c'], 'a,,c\r\n'],
  [['Lopez, Ana', 'said "hi"', 'two\nlines'], '"Lopez, Ana","said ""hi""","two\nlines"\r\n'],
  [['=cmd()', '+1', '-1', '@x'], "'=cmd(),'+1,'-1,'@x\r\n"],
  [[' =1+1', '\n=1+1', '\u200b=1+1', '＝1+1', '\t1'], "' =1+1,\"'\n=1+1\",'\u200b=1+1,'＝1+1,'\t1\r\n"],
  [['a=1', '2-1', 'ana@example.com', '(415) 555-0110'], 'a=1,2-1,ana@example.com,(415) 555-0110\r\n'],
  [['{"a":1}'], '"{""a"":1}"\r\n'],
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});
