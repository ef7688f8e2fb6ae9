import { useEffect, useRef } from 'react';

/** Does something once when a screen is shown. The tick in between spares what React's StrictMode mounts twice. */
export function useOnArrival(arrived: () => void): void {
  const latest = useRef(arrived);
  useEffect(() => {
    const timer = setTimeout(() => latest.current());
    return () => clearTimeout(timer);
  }, []);
}
