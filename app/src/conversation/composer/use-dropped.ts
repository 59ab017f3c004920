import { useEffect, useRef, useState } from 'react';

const hasFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') === true && document.querySelector('dialog[open]') === null;

/** Takes files that are dropped anywhere in the window. Returns whether some are held over it. */
export function useDropped(take: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const dragged = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const left = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const dropped = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      latest.current(event.dataTransfer.files);
    };
    window.addEventListener('dragover', dragged, { signal });
    window.addEventListener('dragleave', left, { signal });
    window.addEventListener('drop', dropped, { signal });
    return () => end.abort();
  }, []);
  return isOver;
}
