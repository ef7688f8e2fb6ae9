/** As much of samlp as our provider of tests needs; the package brings no types. */
declare module 'samlp' {
  import type { KeyObject } from 'node:crypto';
  import type { Request, RequestHandler } from 'express';

  interface Options {
    issuer: string;
    cert: string | Buffer;
    key: string | Buffer | KeyObject;
    signResponse: boolean;
    recipient: string;
    destination: string;
    getPostURL(
      audience: string,
      samlRequest: Document,
      request: Request,
      callback: (error: Error | null, url: string) => void,
    ): void;
    getUserFromRequest(request: Request): object;
    profileMapper(user: object): {
      getClaims(): Record<string, string>;
      getNameIdentifier(): { nameIdentifier: string };
    };
  }

  export function auth(options: Options): RequestHandler;
  export function parseRequest(
    request: Request,
    options: object,
    callback: (error: Error | null, parsed: { assertionConsumerServiceURL: string }) => void,
  ): void;
}
