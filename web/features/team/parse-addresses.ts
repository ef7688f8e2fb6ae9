/** A pasted list, as mail programs, tables and people write them: "Ana Lopez <ana@x.example>; bo@x.example". */
export function parseAddresses(text: string): string[] {
  const found = withoutNames(text)
    .split(/[,;\n\r\t]+/)
    .flatMap(addressesIn);
  return [...new Map(found.map((address) => [address.toLowerCase(), address])).values()];
}

/** Names with a comma, in quotes or as "Lopez, Ana", would fall apart. */
const withoutNames = (text: string) =>
  text.replace(/"[^"\n]*"(?=\s*<)/g, '').replace(/[^,;<>@\n]+,[^,;<>@\n]*<([^<>\n]+)>/g, '<$1>');

function addressesIn(piece: string): string[] {
  const bracketed = [...piece.matchAll(/<([^<>]+)>/g)].map(([, address = '']) => address.trim());
  if (bracketed.length > 0) return bracketed.filter(Boolean);
  const words = piece.trim().split(/\s+/).filter(Boolean);
  const addresses = words.filter((word) => word.includes('@'));
  // Without any, the piece stays as it is, to be refused by its own name.
  return addresses.length > 0 ? addresses : words.length > 0 ? [words.join(' ')] : [];
}
