/** Some at once, for what a system tells of one at a time; what comes keeps its order. */
export async function inGroups<T, U>(items: T[], each: (item: T) => Promise<U>, size = 5): Promise<U[]> {
  const done: U[] = [];
  for (let start = 0; start < items.length; start += size)
    done.push(...(await Promise.all(items.slice(start, start + size).map(each))));
  return done;
}
