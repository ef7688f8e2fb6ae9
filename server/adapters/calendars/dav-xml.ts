import { Parser } from 'htmlparser2';
import { CalendarUnavailable } from './failures.ts';

/* What a CalDAV server answers (RFC 4918, 4791): for each resource, the properties that it has. */

/** Without the prefix of its name. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  text: string;
}

export interface Resource {
  href: string;
  /** Those with status 200. */
  properties: Element[];
}

export function readMultistatus(what: string, xml: string, mostElements = MOST_ELEMENTS): Resource[] {
  const root = parse(what, xml, mostElements);
  if (root.name !== 'multistatus') throw broken(what);
  return within(root, 'response').map((response) => ({
    href: textIn(within(response, 'href')[0]),
    properties: within(response, 'propstat')
      .filter((propstat) => / 200( |$)/.test(textIn(within(propstat, 'status')[0])))
      .flatMap((propstat) => within(propstat, 'prop').flatMap((prop) => prop.children)),
  }));
}

export const propertyOf = ({ properties }: Resource, name: string): Element | undefined =>
  properties.find((property) => property.name === name);

/** Children, by their name. */
export function within(element: Element | undefined, name?: string): Element[] {
  return (element?.children ?? []).filter((child) => name === undefined || child.name === name);
}

export const textIn = (element: Element | undefined) => element?.text.trim() ?? '';

const broken = (what: string) => new CalendarUnavailable(`${what}: this isn't what CalDAV answers`);

const MOST_ELEMENTS = 200_000;
const DEEPEST = 20;

/**
 * Linear on any input, which may be anyone's: XML readers that make whole documents can be kept busy for hours. Without entities,
 * which can be made to take all memory.
 */
function parse(what: string, xml: string, mostElements: number): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let count = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        count += 1;
        if (count > mostElements || open.length > DEEPEST) throw broken(what);
        const element = { name: name.replace(/^.*:/, ''), attributes, children: [], text: '' };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext: (text) => {
        const element = open.at(-1);
        if (element) element.text += text;
      },
      onclosetag: () => {
        open.pop();
      },
      onprocessinginstruction: (name) => {
        if (/^!DOCTYPE$/i.test(name)) throw broken(what);
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  const [root] = top.children;
  // Else it was cut off.
  if (open.length > 1 || root === undefined) throw broken(what);
  return root;
}
