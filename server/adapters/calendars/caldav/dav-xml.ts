import { DOMParser } from '@xmldom/xmldom';
import { CalendarUnavailable } from '../failures.ts';

/* What a CalDAV server answers (RFC 4918, 4791): for each resource, the properties that it has. */

export interface Resource {
  href: string;
  /** Those with status 200. */
  properties: Element[];
}

export function readMultistatus(what: string, xml: string): Resource[] {
  const root = parse(what, xml);
  if (root.localName !== 'multistatus') throw broken(what);
  return within(root, 'response').map((response) => ({
    href: textIn(within(response, 'href')[0]),
    properties: within(response, 'propstat')
      .filter((propstat) => / 200( |$)/.test(textIn(within(propstat, 'status')[0])))
      .flatMap((propstat) => within(propstat, 'prop').flatMap((prop) => within(prop))),
  }));
}

export const propertyOf = ({ properties }: Resource, name: string): Element | undefined =>
  properties.find(({ localName }) => localName === name);

/** Children, by their name. */
export function within(element: Element | undefined, name?: string): Element[] {
  return Array.from(element?.childNodes ?? []).filter(
    (node): node is Element =>
      node.nodeType === node.ELEMENT_NODE && (name === undefined || (node as Element).localName === name),
  );
}

export const textIn = (element: Element | undefined) => element?.textContent?.trim() ?? '';

const broken = (what: string) => new CalendarUnavailable(`${what}: this isn't what CalDAV answers`);

/** Without entities, which can be made to take all memory. */
function parse(what: string, xml: string): Element {
  const fail = () => {
    throw broken(what);
  };
  if (/<!DOCTYPE/i.test(xml)) fail();
  try {
    const handlers = { warning: () => {}, error: fail, fatalError: fail };
    const { documentElement } = new DOMParser({ errorHandler: handlers }).parseFromString(xml, 'text/xml');
    return documentElement ?? fail();
  } catch {
    throw broken(what);
  }
}
