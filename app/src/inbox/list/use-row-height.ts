import { useEffect, useState } from 'react';

/** Height of a row, in the size of the reader's text. */
const ROW_REM = 5;

const now = () => ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Height of a row in pixels. */
export function useRowHeight(): number {
  const [height, setHeight] = useState(now);
  useEffect(() => {
    const read = () => setHeight(now());
    addEventListener('resize', read);
    return () => removeEventListener('resize', read);
  }, []);
  return height;
}
