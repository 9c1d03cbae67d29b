/**
 * Returns the URLs and sizes of a cover image. They must match ui/components/covers/cover.tsx.
 * Otherwise, covers are loaded twice.
 */
export function coverSizes(address: string) {
  const source = Bun.escapeHTML(address)
  return {
    source,
    sizes: '(max-width: 639px) 30vw, 170px',
    srcset: `${source}?width=240 240w, ${source}?width=320 320w, ${source} 400w`,
  }
}
