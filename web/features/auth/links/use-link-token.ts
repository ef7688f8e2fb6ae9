import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** The token of a mailed link. It is taken out of the address bar, where the next person at this screen would find it. */
export function useLinkToken(): string | undefined {
  const { token: inAddress } = useSearch({ strict: false });
  const [token] = useState(inAddress);
  const navigate = useNavigate();
  useEffect(() => {
    if (inAddress !== undefined) void navigate({ to: '.', search: {}, replace: true });
  }, [inAddress, navigate]);
  return token;
}
