import { useMediaQuery } from '@mantine/hooks';

/** As wide as a phone, on the first render already. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 47.9375em)', undefined, { getInitialValueInEffect: false }) ?? false;
