import { z } from 'zod';

/** As vendors make them. Nothing else can be one that we know. */
export const VendorId = z.string().regex(/^[\x21-\x7e]{1,255}$/);
